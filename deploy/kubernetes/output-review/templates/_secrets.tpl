{{- define "output-review.secret-name" -}}
{{- default (include "output-review.fullname" .) .Values.secrets.existingSecret -}}
{{- end -}}

{{/* Hooks run before the chart's Secret exists, so they create a separate one. */}}
{{- define "output-review.job-secret-name" -}}
{{- default (printf "%s-jobs" (include "output-review.fullname" .)) .Values.secrets.existingSecret -}}
{{- end -}}

{{/* The location of a key, as JSON. Takes root, key and secret (the default Secret, which a ref can override). */}}
{{- define "output-review.secret-ref" -}}
{{- index .root.Values.secrets.refs .key | default (dict "name" .secret "key" .key) | toJson -}}
{{- end -}}

{{/* A variable from a Secret. Takes root, secret, variable, key (if it differs) and optional (key may be missing). */}}
{{- define "output-review.secret-variable" -}}
{{- $ref := include "output-review.secret-ref" (dict "root" .root "secret" .secret "key" (default .variable .key)) | fromJson -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $ref.name | quote }}
      key: {{ $ref.key | quote }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end -}}
