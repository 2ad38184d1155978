#!/bin/sh
# Checks the types of everything. What the compiler found is kept in node_modules/.cache.
set -eu
# The compiler runs for seconds only: without garbage collection it takes two thirds of the CPU time.
export GOGC=off

# The templates, as TypeScript: the compiler compares what they show with their view models.
node --import tsx test/support/type-templates.ts
check() {
  name=$1
  shift
  tsc --noEmit --singleThreaded --incremental \
    --tsBuildInfoFile "node_modules/.cache/$name.tsbuildinfo" "$@"
}
check all
# What `npm run build` compiles has to do without the types of the tests.
check src -p src/tsconfig.build.json
