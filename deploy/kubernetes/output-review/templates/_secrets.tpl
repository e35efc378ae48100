{{- define "output-review.secret-name" -}}
{{- default (include "output-review.fullname" .) .Values.secrets.existingSecret -}}
{{- end -}}

{{/* A hook runs before the chart's own Secret is there, so it brings one of its own. */}}
{{- define "output-review.job-secret-name" -}}
{{- default (printf "%s-jobs" (include "output-review.fullname" .)) .Values.secrets.existingSecret -}}
{{- end -}}

{{/* Where a key stands, as JSON. Takes root, key and secret: the Secret that has it unless a ref says otherwise. */}}
{{- define "output-review.secret-ref" -}}
{{- index .root.Values.secrets.refs .key | default (dict "name" .secret "key" .key) | toJson -}}
{{- end -}}

{{/* Takes root, secret, variable, and where they differ key; optional: without the key no variable. */}}
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
