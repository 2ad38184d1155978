#!/bin/sh
# `npm test` (start.sh run) and `npm run proof` (start.sh proof). With arguments only tests run;
# without any, `npm run check` runs first.
set -eu
program=$1
shift
sh test/support/setup.sh --check
[ $# -gt 0 ] || npm run check
exec node --import tsx "test/tools/runner/$program.ts" "$@"
