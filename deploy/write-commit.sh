#!/bin/sh
# Writes which commit was built into dist/commit, for the log, /version and the metrics: COMMIT (the
# image has no git: docker build --build-arg COMMIT=...), else that of this folder, else that of the
# archive which this folder was unpacked from, where git has written it into the next line.
set -eu
archived='$Format:%H$'
case $archived in *Format*) archived=unknown ;; esac
here() { git --git-dir=.git --work-tree=. "$@" 2>/dev/null; }
commit=${COMMIT:-$(here rev-parse HEAD || echo "$archived")}
commit=$(printf %.12s "$commit")
# What was changed and not committed is in no history.
if [ -z "${COMMIT:-}" ] && [ -n "$(here status --porcelain --untracked-files=no || true)" ]; then
  commit=$commit-changed
fi
echo "$commit" > dist/commit
