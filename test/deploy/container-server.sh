# Becomes the server for containers.proof.ts, in its own namespaces. FOLDER/server is its root, and
# FOLDER/origin is the repository that it can clone. It starts Docker Engine and then runs the
# commands that it reads.
set -eu
cd "$FOLDER/server"
mount --bind . .
cd "$FOLDER/server"
mount -t proc proc proc
mount --rbind /dev dev
mount --rbind /sys sys
# If cgroup v2 is mounted inside cgroup v1, Docker cannot tell which to use.
umount sys/fs/cgroup/unified 2> /dev/null || :
mkdir -p srv/origin srv/image srv/before
mount --bind "$FOLDER/origin" srv/origin
mount --bind "$FOLDER/image" srv/image
pivot_root . srv/before
cd /
umount -l /srv/before
mount -t tmpfs run /run
export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8

# Replaces systemctl, because this server runs without systemd.
systemctl() {
  case "$*" in
    'reload nginx') nginx -s reload 2> /dev/null || nginx ;;
    'start docker') start_docker ;;
    'stop docker') kill "$(cat /run/docker.pid)" && wait "$docker" ;;
    *) echo "container-server.sh knows no systemctl $*" >&2 && return 1 ;;
  esac
}

# Docker's default limits are higher than some machines allow.
start_docker() {
  dockerd --pidfile /run/docker.pid --default-ulimit nofile=1024:1024 \
    --default-ulimit nproc=4096:4096 > /var/log/docker.log 2>&1 &
  docker=$!
  until docker info > /dev/null 2>&1; do
    kill -0 $docker
    sleep 0.2
  done
}

start_docker
tar -C /srv/image -c . | docker import --change 'CMD ["node"]' \
  --change 'ENV npm_config_cache=/npm-cache npm_config_offline=true' \
  --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certificates-of-the-proof.pem' - node:24-slim
tar -C /srv/image --exclude ./npm-cache -c . |
  docker import --change 'WORKDIR /data' --change 'VOLUME /data' - redis:7-bookworm
set +e
