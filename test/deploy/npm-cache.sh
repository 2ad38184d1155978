# Fills the folder CACHE with the packages that docs/operate.md downloads: Node 24, and those of
# `npm ci` for this project. Debian's npm 9 does not find metadata that a newer npm has cached.
set -eu
packages=$(mktemp -d)
cp "$PROJECT/package.json" "$PROJECT/package-lock.json" "$PROJECT/.npmrc" "$packages"
node_package=node-linux-$(dpkg --print-architecture | sed s/amd64/x64/)@24
npx --yes npm@9 install --global --prefix "$packages/node" --no-audit --no-fund --cache "$CACHE" "$node_package"
(cd "$packages" && npm ci --ignore-scripts --no-audit --no-fund --cache "$CACHE")
rm -r "$packages"
