#!/bin/bash
# Starts Kafka with the variables of the official image: KAFKA_LOG_DIRS becomes log.dirs.
set -euo pipefail

config=/opt/kafka/config/server.properties
env | grep '^KAFKA_' | grep -vE '^KAFKA_(HEAP_)?OPTS=' | while IFS='=' read -r name value; do
  property=${name#KAFKA_}
  property=${property,,}
  echo "${property//_/.}=$value"
done > "$config"

java -Xmx128m -cp '/opt/kafka/libs/*' kafka.tools.StorageTool format \
  --cluster-id "$CLUSTER_ID" --config "$config" --ignore-formatted
# The options are several words.
# shellcheck disable=SC2086
exec java $KAFKA_HEAP_OPTS -cp '/opt/kafka/libs/*' kafka.Kafka "$config"
