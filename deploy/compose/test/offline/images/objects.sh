#!/bin/sh
# Takes the variables of `weed mini` and its port; the rest of its command line is not for this store.
set -eu

export ROOT_ACCESS_KEY="$AWS_ACCESS_KEY_ID" ROOT_SECRET_KEY="$AWS_SECRET_ACCESS_KEY"
exec versitygw --port :8333 --health /healthz --quiet posix /data
