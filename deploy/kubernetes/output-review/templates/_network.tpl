{{- define "output-review.url-port" -}}
{{- $url := urlParse . -}}
{{- if regexMatch ":[0-9]+$" $url.host -}}
{{- regexFind "[0-9]+$" $url.host -}}
{{- else -}}
{{- ternary "80" "443" (eq $url.scheme "http") -}}
{{- end -}}
{{- end -}}

{{/* The ports of a server as a JSON list. Takes root and server. */}}
{{- define "output-review.server-ports" -}}
{{- $values := .root.Values -}}
{{- $ports := (index $values.networkPolicy.servers .server).ports -}}
{{- if not $ports -}}
{{- if eq .server "kafka" -}}
{{- range $values.kafka.brokers -}}
{{- $ports = append $ports (regexFind "[0-9]+$" . | int) -}}
{{- end -}}
{{- else if eq .server "objectStore" -}}
{{- $ports = list (include "output-review.url-port" $values.objectStore.endpoint | int) -}}
{{- else if eq .server "telemetry" -}}
{{- $ports = list (include "output-review.url-port" $values.telemetry.otlpEndpoint | int) -}}
{{- else if eq .server "judge" -}}
{{- $ports = list (include "output-review.url-port" $values.judge.baseUrl | int) -}}
{{- end -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end -}}

{{/* One egress rule. Takes root and server. */}}
{{- define "output-review.egress-to-server" -}}
# {{ .server }}
- ports:
    {{- range include "output-review.server-ports" . | fromJsonArray }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with (index .root.Values.networkPolicy.servers .server).to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "output-review.egress-to-dns" -}}
# DNS
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
  to: {{- toYaml .Values.networkPolicy.dns | nindent 4 }}
{{- end -}}

{{/* Judges, webhooks and files by URL, over IPv4 and IPv6: everywhere except in private ranges. */}}
{{- define "output-review.egress-to-internet" -}}
# the internet
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: [10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
    - ipBlock:
        cidr: ::/0
        except: [fc00::/7, fe80::/10]
  {{- with .Values.networkPolicy.internetPorts }}
  ports:
    {{- range . }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- end }}
{{- with .Values.egressAllowCidrs }}
# ranges that the operator allows
- to:
    {{- range . }}
    - ipBlock:
        cidr: {{ . }}
    {{- end }}
{{- end }}
{{- end -}}
