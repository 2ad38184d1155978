#!/bin/sh
# Writes a site's first settings and the Redis users that belong to them. It generates new passwords
# and keys, so it never overwrites existing settings.
#
#   sh deploy/write-settings.sh https://lanyard.example /etc/lanyard.env /etc/redis/users.acl
#
# To add a second convention to the file of Redis users, pass a fourth argument: the name of its
# Redis user, which is also the prefix of its keys.
set -eu
url=$1 settings=$2 users=$3 name=${4:-}
deploy=$(dirname "$0")
if [ -e "$settings" ]; then
  echo "$settings exists already. Fix: name another file." >&2
  exit 1
fi

secret() { openssl rand -hex 32; }
sha256() { printf %s "$1" | sha256sum | cut -d ' ' -f 1; }
site=$(secret) operator=$(secret) signing=$(secret) encryption=$(secret)

install -m 600 "$deploy/../.env.example" "$settings"
sed -i -e "s|^PUBLIC_URL=.*|PUBLIC_URL=$url|" \
  -e "s|^REDIS_URL=.*|REDIS_URL=redis://${name:-lanyard}:$site@127.0.0.1:6379|" \
  -e "s|^SESSION_SECRETS=.*|SESSION_SECRETS=$signing|" \
  -e "s|^ENCRYPTION_KEYS=.*|ENCRYPTION_KEYS=k1:$encryption|" \
  -e 's|^#TRUST_PROXY=.*|TRUST_PROXY=1|' "$settings"

if [ "$name" ]; then
  sed -i "s|^#REDIS_PREFIX=.*|REDIS_PREFIX=$name|" "$settings"
  sed -n -e "s/LANYARD_PASSWORD_SHA256/$(sha256 "$site")/" -e "s/ ~/ ~$name:/g" \
    -e "s/^user lanyard/user $name/p" "$deploy/users.acl" >> "$users"
else
  sed -e "s/LANYARD_PASSWORD_SHA256/$(sha256 "$site")/" \
    -e "s/OPERATOR_PASSWORD_SHA256/$(sha256 "$operator")/" "$deploy/users.acl" > "$users"
  echo "yours: redis://operator:$operator@127.0.0.1:6379"
fi
