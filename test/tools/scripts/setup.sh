#!/bin/sh
# Installs the Debian packages that the tests need: redis-server and chromium. Also installs
# chromium-headless-shell, which makes the tests faster.
# --proof also installs the packages for `npm run proof`: Firefox, WebKit with a virtual screen, the
# programs that the deployment proofs run, and the C compiler that `npm run moments` needs to move
# the clock.
# --check installs nothing. If something is missing, it says so and exits with 1.
set -eu
missing=""
# need PROGRAM PACKAGE: notes the package if the program is missing.
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
need redis-server redis-server
need chromium chromium
if [ "${1:-}" = --check ]; then
  if ! node -e 'process.exit(process.features.typescript ? 0 : 1)' 2>/dev/null; then
    echo "The tests need Node 24, which is one of the packages. Please run:  npm ci" >&2
    exit 1
  fi
  [ -n "$missing" ] || exit 0
  echo "The tests need$missing. Please run:  npm run setup" >&2
  exit 1
fi
if [ "${1:-}" = --proof ]; then
  need firefox-esr firefox-esr
  need WebKitWebDriver webkit2gtk-driver
  need Xvfb xvfb
  need nginx nginx-light
  need caddy caddy
  need curl curl
  need promtool prometheus
  need systemd-analyze systemd
  need debootstrap debootstrap
  need ip iproute2
  need cc "gcc libc6-dev"
fi
faster=""
command -v chromium-headless-shell >/dev/null 2>&1 || faster=" chromium-headless-shell"
if [ -z "$missing$faster" ]; then
  echo "setup: redis-server, chromium and chromium-headless-shell are here"
  exit 0
fi
if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
  if [ -z "$missing" ]; then
    echo "setup: redis-server and chromium are here. The tests are faster after:  sudo apt-get install$faster"
    exit 0
  fi
  echo "setup: the tests need$missing and may not install it here. Please run:  sudo apt-get install$missing$faster" >&2
  exit 1
fi
echo "setup: installing$missing$faster"
apt-get update -qq
# RUNLEVEL=1 prevents services from starting. The tests run their own redis-server on a free port.
install() {
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
if [ -n "$missing" ]; then install $missing; fi
if [ -n "$faster" ] && ! install $faster; then
  echo "setup: there is no$faster here. The tests use chromium for everything"
fi
command -v redis-server >/dev/null && command -v chromium >/dev/null
echo "setup: done"
