#!/bin/sh
# Submits an action, waits for the decision, and continues. Exits with 0 only if the action may run.
set -eu
: "${URL:?the address of the service}" "${TOKEN:?a token}"

id="refund-$(date +%s)-$$"

call() {
  # The service answers 503 while it restarts and 429 above a limit. curl retries after Retry-After.
  curl --silent --show-error --fail --retry 10 --retry-connrefused --max-time 90 \
    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"
}

call "$URL/api/logs" -d '{"id":"'"$id"'","project":"Examples","task":"curl","requireApproval":true,
  "action":{"name":"refund","summary":"Refund 40 EUR for order A-17","params":{"order":"A-17","amount":40}}}'
echo

# Each call waits up to 50 s, since many proxies cut a request at 60 s, and returns as soon as somebody has decided.
while
  status=$(call "$URL/api/logs/$id/status?wait=50") || exit
  case $status in *'"settled":true'*) false ;; esac
do :; done

# JSON escapes quotes within a text, so no text can match these patterns. Corrected params can have any key, so check
# for them first.
case $status in
  *'"correctedAction":{'*) echo "Run it with the params of correctedAction: $status" ;;
  *'"humanDecision":"approved"'*) echo 'Refunding {"order":"A-17","amount":40}' ;;
  *) echo "Not refunded: $status"; exit 1 ;;
esac
