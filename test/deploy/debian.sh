# Plays the machine of docs/operate.md for test/support/played-debian.ts: everything below the folder
# ROOT, without root, systemd, DNS, a certificate authority and the registry of npm. Programs that
# run until the end are children of this shell, and write into ROOT/journal.
set -eu

adduser() { :; }

git() { cp -a "$ROOT/copy" "$3"; }

npm() {
  case "$1" in
    ci) mkdir node_modules && cp -a "$PROJECT/node_modules/." node_modules ;;
    *) command npm "$@" ;;
  esac
}

# The certificate of the name behind -d.
certbot() {
  while [ "$1" != -d ]; do shift; done
  mkdir -p "$ROOT/etc/letsencrypt/live/$2"
  cp "$ROOT/certificates/$2/"*.pem "$ROOT/etc/letsencrypt/live/$2"
}

nginx() {
  command nginx -p "$ROOT/" -c "$ROOT/etc/nginx/nginx.conf" -e "$ROOT/start-error.log" "$@"
}

runuser() { shift 3 && "$@"; }

systemctl() {
  case "$*" in
    'restart redis-server') start_redis ;;
    'reload nginx')
      if test -s "$ROOT/nginx.pid"; then nginx -s reload; else nginx >> "$ROOT/journal" 2>&1 & fi ;;
    'daemon-reload') ;;
    'enable --now '*) shift 2 && for unit; do start_instance "$unit"; done ;;
    'restart '*@*) stop_instance "$2" && start_instance "$2" ;;
    *) echo "debian.sh knows no systemctl $*" >&2 && exit 1 ;;
  esac
}

start_redis() {
  redis-server "$ROOT/etc/redis/redis.conf" >> "$ROOT/journal" 2>&1 &
  until redis-cli -p "$REDIS_PORT" ping > /dev/null 2>&1; do
    kill -0 $! || exit 1
    sleep 0.1
  done
}

# As systemd does: with the folder, the environment and the command of the unit, and no others.
start_instance() {
  (
    cd "$(value_in_unit WorkingDirectory "$1")"
    # Without quotes: a list of words.
    exec env -i NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS" \
      $(value_in_unit Environment "$1") $(value_in_unit ExecStart "$1")
  ) >> "$ROOT/journal" 2>&1 &
  echo $! > "$ROOT/pid-$1"
}

stop_instance() { kill "$(cat "$ROOT/pid-$1")" && wait "$(cat "$ROOT/pid-$1")"; }

# The value of a key in the template of the unit NAME@PORT.
value_in_unit() {
  sed -n "s/^$1=//p" "$ROOT/etc/systemd/system/${2%@*}@.service" | sed "s/%i/${2#*@}/g"
}
