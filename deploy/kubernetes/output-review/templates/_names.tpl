{{- define "output-review.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 40 characters, so that the longest name made of it stays within the 63 of a DNS label. */}}
{{- define "output-review.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "output-review.name" . -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The name by which other services call this one. Takes root and name. */}}
{{- define "output-review.internal-host" -}}
{{- include "output-review.fullname" .root -}}-{{ .name }}{{ if eq .name "gateway" }}-internal{{ end -}}
{{- end -}}

{{/* What selects the pods of a release; a Deployment cannot change it, so nothing else belongs here. */}}
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

{{/* Of a Job and what it needs: gone when all of them have ended well; what failed stays to be read. */}}
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
