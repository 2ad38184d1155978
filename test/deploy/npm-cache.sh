# Fills the folder CACHE with the packages that `npm ci` downloads for this project.
set -eu
packages=$(mktemp -d)
cp "$PROJECT/package.json" "$PROJECT/package-lock.json" "$PROJECT/.npmrc" "$packages"
(cd "$packages" && npm ci --ignore-scripts --no-audit --no-fund --cache "$CACHE")
rm -r "$packages"
