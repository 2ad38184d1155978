# Fills the folder CACHE with the packages that docs/operate.md downloads: Node 24, and those of
# `npm ci` for this project.
set -eu
packages=$(mktemp -d)
cp "$PROJECT/package.json" "$PROJECT/package-lock.json" "$PROJECT/.npmrc" "$packages"
npm install --global --prefix "$packages/node" --no-audit --no-fund --cache "$CACHE" "node-linux-$(dpkg --print-architecture | sed s/amd64/x64/)@24"
(cd "$packages" && npm ci --ignore-scripts --no-audit --no-fund --cache "$CACHE")
rm -r "$packages"
