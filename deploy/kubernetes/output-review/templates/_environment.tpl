{{/* The variables of one service. Takes root, name (of the service) and secret (the Secret with its keys). */}}
{{- define "output-review.environment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $service := index ($root.Files.Get "files/services.yaml" | fromYaml) .name -}}
- name: LOG_LEVEL
  value: {{ $values.logLevel }}
- name: INTERNAL_HOST
  value: {{ $values.listenAddress | quote }}
- name: INTERNAL_PORT
  value: "9090"
{{- range $service.calls }}
- name: {{ upper . }}_URL
  value: http://{{ include "output-review.internal-host" (dict "root" $root "name" .) }}:9090
{{- end }}
{{- if has "kafka" $service.servers }}
{{ include "output-review.kafka-environment" (dict "root" $root "secret" .secret "user" .name) }}
{{- end }}
{{- if has .name (list "gateway" "review" "media") }}
- name: PUBLIC_URL
  value: {{ $values.publicUrl | quote }}
{{- end }}
{{- if eq .name "gateway" }}
- name: HOST
  value: {{ $values.listenAddress | quote }}
- name: PORT
  value: "8080"
- name: COOKIE_PREFIX
  value: {{ $values.cookiePrefix | quote }}
- name: RATE_LIMIT_READS_PER_MINUTE
  value: {{ $values.callLimitsPerMinute.reads | int64 | quote }}
- name: RATE_LIMIT_WRITES_PER_MINUTE
  value: {{ $values.callLimitsPerMinute.writes | int64 | quote }}
- name: RATE_LIMIT_MODEL_CALLS_PER_MINUTE
  value: {{ $values.callLimitsPerMinute.modelCalls | int64 | quote }}
- name: RATE_LIMIT_PER_MINUTE
  value: {{ $values.rateLimitPerMinute | int64 | quote }}
- name: SIGN_UP
  value: {{ $values.signUp | quote }}
{{- with $values.trustedProxyCidrs }}
- name: TRUSTED_PROXY_CIDRS
  value: {{ join "," . | quote }}
{{- end }}
{{- end }}
{{- if has .name (list "gateway" "review") }}
{{- with $values.mailFrom }}
- name: MAIL_FROM
  value: {{ . | quote }}
{{ include "output-review.secret-variable" (dict "root" $root "secret" $.secret "variable" "SMTP_URL") }}
{{- end }}
{{- end }}
{{- if and (eq .name "review") $values.slackApiUrl }}
- name: SLACK_API_URL
  value: {{ $values.slackApiUrl | quote }}
{{- end }}
{{- if has .name (list "gateway" "evaluator" "review" "media") }}
{{- with $values.egressAllowCidrs }}
- name: EGRESS_ALLOW_CIDRS
  value: {{ join "," . | quote }}
{{- end }}
{{- end }}
{{- if and (eq .name "evaluator") $values.judge.provider }}
- name: JUDGE_PROVIDER
  value: {{ $values.judge.provider | quote }}
- name: JUDGE_MODEL
  value: {{ $values.judge.model | quote }}
{{- with $values.judge.baseUrl }}
- name: JUDGE_BASE_URL
  value: {{ . | quote }}
{{- end }}
- name: JUDGE_CALLS_MAX
  value: {{ $values.judge.callsMax | quote }}
{{ include "output-review.secret-variable" (dict "root" $root "secret" .secret "variable" "JUDGE_API_KEY" "optional" true) }}
{{- end }}
{{- if eq .name "media" }}
{{- with $values.previousPublicUrls }}
- name: PREVIOUS_PUBLIC_URLS
  value: {{ join "," . | quote }}
{{- end }}
- name: MEDIA_QUOTA_BYTES
  value: {{ $values.mediaQuotaBytes | int64 | quote }}
- name: SPOOL_DIR
  value: /tmp
{{ include "output-review.object-store-environment" $root }}
{{- end }}
{{- with $values.telemetry.otlpEndpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . | quote }}
- name: OTEL_TRACES_SAMPLE_RATIO
  value: {{ $values.telemetry.tracesSampleRatio | quote }}
{{ include "output-review.secret-variable" (dict "root" $root "secret" $.secret "variable" "OTEL_EXPORTER_OTLP_HEADERS" "optional" true) }}
{{- end }}
{{- with $values.trustedCa.configMap }}
{{ include "output-review.ca-environment" $root }}
{{- end }}
{{- range $variable, $secret := $service.secrets }}
{{ include "output-review.secret-variable" (dict "root" $root "secret" $.secret "variable" $variable "key" $secret.key "optional" $secret.optional) }}
{{- end }}
{{- end -}}

{{/* The variables for Kafka. Takes root, secret and user (the service, if each has its own user). */}}
{{- define "output-review.kafka-environment" -}}
{{- $kafka := .root.Values.kafka -}}
- name: KAFKA_BROKERS
  value: {{ join "," $kafka.brokers | quote }}
- name: KAFKA_TLS
  value: {{ $kafka.tls | quote }}
{{- with $kafka.sasl.mechanism }}
- name: KAFKA_SASL_MECHANISM
  value: {{ . | quote }}
{{- range list "KAFKA_SASL_USERNAME" "KAFKA_SASL_PASSWORD" }}
{{ include "output-review.secret-variable" (dict "root" $.root "secret" $.secret "variable" . "key" (include "output-review.kafka-key" (dict "root" $.root "user" $.user "variable" .))) }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The Secret key of a Kafka sign-in variable. Takes root, user and variable. */}}
{{- define "output-review.kafka-key" -}}
{{- if and .user .root.Values.kafka.sasl.perService }}{{ upper .user }}_{{ end }}{{ .variable }}
{{- end -}}

{{- define "output-review.object-store-environment" -}}
- name: OBJECT_STORE_ENDPOINT
  value: {{ .Values.objectStore.endpoint | quote }}
- name: OBJECT_STORE_BUCKET
  value: {{ .Values.objectStore.bucket | quote }}
- name: OBJECT_STORE_REGION
  value: {{ .Values.objectStore.region | quote }}
{{- with .Values.objectStore.publicUrl }}
- name: OBJECT_STORE_PUBLIC_URL
  value: {{ . | quote }}
{{- end }}
{{- end -}}

{{- define "output-review.ca-environment" -}}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/output-review/ca/ca.crt
{{- if .Values.trustedCa.pinServers }}
- name: TLS_CA_FILE
  value: /etc/output-review/ca/ca.crt
{{- end }}
{{- end -}}
