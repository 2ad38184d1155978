# Creates FOLDER/image with the content of the Docker images for Node and Redis: Debian 12, Node 24,
# npm and Redis. It also contains what `npm ci` downloads, because the containers in the proof
# cannot access the network.
set -eu
cd "$FOLDER"
# Shows the end of the output, but only after a failure.
exec 3>&2 > image.log 2>&1
trap 'test $? = 0 || tail -n 40 image.log >&3' EXIT
debootstrap --variant=minbase --include=ca-certificates,redis-server bookworm image
npm install --no-audit --no-fund --prefix npm node@24 npm@11
cp npm/node_modules/node/bin/node image/usr/local/bin
mkdir image/usr/local/lib/node_modules image/data
cp -a npm/node_modules/npm image/usr/local/lib/node_modules
ln -s ../lib/node_modules/npm/bin/npm-cli.js image/usr/local/bin/npm
chroot image sh -c 'useradd --uid 1000 --create-home node && chown redis:redis /data'
CACHE=$FOLDER/image/npm-cache sh "$PROJECT/test/deploy/npm-cache.sh"
cat certificates/*.crt > image/etc/ssl/certificates-of-the-proof.pem
