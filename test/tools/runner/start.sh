#!/bin/sh
# Runs `npm test` (start.sh run) and `npm run proof` (start.sh proof). Without arguments,
# `npm run check` runs before the tests.
set -eu
program=$1
shift
sh test/support/setup.sh --check
[ $# -gt 0 ] || npm run check
exec node --import tsx "test/tools/runner/$program.ts" "$@"
