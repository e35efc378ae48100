#!/bin/sh
# Creates the cluster and the database on the first start, like the official image.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username=postgres --pwfile=/tmp/password --auth=scram-sha-256 --auth-local=trust -E UTF8
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=''" start
  createdb -U postgres "$POSTGRES_DB"
  pg_ctl -w -m fast stop
fi
exec "$@" -c 'listen_addresses=*'
