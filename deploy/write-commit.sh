#!/bin/sh
# Writes the commit to dist/commit, for the log, /version and the metrics. The commit comes from
# COMMIT (the image has no git), else from the repository in this folder, else from the line
# `archived=`, which git fills in when it creates an archive.
set -eu
archived='$Format:%H$'
case $archived in *Format*) archived=unknown ;; esac
here() { git --git-dir=.git --work-tree=. "$@" 2>/dev/null; }
commit=${COMMIT:-$(here rev-parse HEAD || echo "$archived")}
commit=$(printf %.12s "$commit")
# Mark a build with uncommitted changes.
if [ -z "${COMMIT:-}" ] && [ -n "$(here status --porcelain --untracked-files=no || true)" ]; then
  commit=$commit-changed
fi
echo "$commit" > dist/commit
