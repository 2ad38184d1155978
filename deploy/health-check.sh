#!/bin/bash
# The image's health check: requests /healthz from the server in this container. It uses bash,
# because starting node takes longer than the check itself.

# Reads a setting as Lanyard does, from the environment or else from .env, and prints it.
setting() {
  if [[ -v $1 ]]; then
    echo "${!1//[[:space:]]/}"
  elif [[ -r .env ]]; then
    sed -nE "s/^(\xEF\xBB\xBF)?\s*(export\s+)?$1\s*=\s*[\"'\`]?([^\"'\`#[:space:]]*).*/\3/p" .env |
      tail -n 1
  fi
}

host=$(setting HOST)
port=$(setting PORT)
case $host in
  '') host=localhost ;;
  0.0.0.0) host=127.0.0.1 ;;
  ::) host=::1 ;;
esac
exec 3<> "/dev/tcp/$host/${port:-3000}" &&
  printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3 &&
  read -r line <&3 && [[ $line == *' 200 '* ]]
