#!/bin/sh
# Installs what the tests need besides npm packages: the Debian packages redis-server and chromium.
# With --check it installs nothing; it reports what is missing and exits with 1.
set -eu
missing=""
command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
if [ -z "$missing" ]; then
  [ "${1:-}" = --check ] || echo "setup: redis-server and chromium are here"
  exit 0
fi
if [ "${1:-}" = --check ]; then
  echo "The tests need$missing. Please run:  npm run setup" >&2
  exit 1
fi
if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
  echo "setup: the tests need$missing and may not install it here. Please run:  sudo apt-get install$missing" >&2
  exit 1
fi
echo "setup: installing$missing"
apt-get update -qq
# Starts no service: the tests run their own redis-server on a free port.
RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends $missing >/dev/null
command -v redis-server >/dev/null && command -v chromium >/dev/null
echo "setup: done"
