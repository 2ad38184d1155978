# Becomes the server for units.proof.ts, in its own namespaces and in the control group GROUP.
# FOLDER/server is its disk. Starts systemd.
set -eu
cd "$FOLDER/server"
mount --bind . .
cd "$FOLDER/server"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs run run
mount -t tmpfs tmp tmp
mount -t tmpfs dev dev
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir dev/shm dev/pts
mount -t tmpfs shm dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mkdir -p srv/origin srv/npm-cache srv/before
mount --bind "$FOLDER/origin" srv/origin
mount --bind "$FOLDER/npm-cache" srv/npm-cache
hostname lanyard
pivot_root . srv/before
cd /
umount -l /srv/before
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
