#!/bin/sh
# Uses the files and the port of `weed mini`, but this store has a different command line. The first user is its root.
# The second one has no access until a bucket grants it.
set -eu

keys() { grep -o "\"$1\": *\"[^\"]*\"" /secured/users.json | cut -d '"' -f 4; }
ROOT_ACCESS_KEY=$(keys accessKey | head -n 1)
ROOT_SECRET_KEY=$(keys secretKey | head -n 1)
export ROOT_ACCESS_KEY ROOT_SECRET_KEY

serve() {
  exec versitygw --port "$1" --health /healthz --quiet --iam-dir /tmp/users \
    --cert /secured/server.crt --key /secured/server.key posix /data
}

rm -rf /tmp/users
mkdir /tmp/users
# On another port first, so that it is healthy only once the user exists.
(serve 127.0.0.1:8334) &
for _ in $(seq 100); do
  wget -q --no-check-certificate -O /dev/null https://127.0.0.1:8334/healthz && break
  sleep 0.1
done
versitygw admin --allow-insecure --endpoint-url https://127.0.0.1:8334 \
  --access "$ROOT_ACCESS_KEY" --secret "$ROOT_SECRET_KEY" \
  create-user --role user \
  --access "$(keys accessKey | tail -n 1)" --secret "$(keys secretKey | tail -n 1)"
kill $!
wait $! || true
serve :8333
