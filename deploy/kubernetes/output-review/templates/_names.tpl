{{- define "output-review.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 40 characters, so that the longest derived name stays within the 63 characters of a DNS label. */}}
{{- define "output-review.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "output-review.name" . -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The host name for calls by other services. Takes root and name. */}}
{{- define "output-review.internal-host" -}}
{{- include "output-review.fullname" .root -}}-{{ .name }}{{ if eq .name "gateway" }}-internal{{ end -}}
{{- end -}}

{{/* The selector of the pods of a release. A Deployment cannot change it, so do not add labels here. */}}
{{- define "output-review.selector" -}}
app.kubernetes.io/name: {{ include "output-review.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "output-review.labels" -}}
{{ include "output-review.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* For Jobs and the objects they need: deleted when all hooks have succeeded. A failed Job stays for its log. */}}
{{- define "output-review.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{- define "output-review.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $image.repository $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $image.repository (default .Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end -}}
