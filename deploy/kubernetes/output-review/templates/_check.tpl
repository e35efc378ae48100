{{/* Checks that values.schema.json cannot express with a clear message. Reports all faults at once. */}}
{{- define "output-review.check" -}}
{{- $faults := list -}}
{{- $values := .Values -}}
{{- if and (not $values.secrets.existingSecret) (not $values.secrets.values) -}}
{{- $faults = append $faults "secrets.existingSecret must name a Secret (or, for a trial, set secrets.values)" -}}
{{- end -}}
{{- if and $values.secrets.existingSecret $values.secrets.values -}}
{{- $faults = append $faults "secrets.existingSecret and secrets.values are mutually exclusive" -}}
{{- end -}}
{{- if and $values.ingress.enabled (not $values.ingress.host) -}}
{{- $faults = append $faults "ingress.host is required if ingress.enabled is true" -}}
{{- end -}}
{{- if and $values.httpRoute.enabled (not $values.httpRoute.parentRefs) -}}
{{- $faults = append $faults "httpRoute.parentRefs is required if httpRoute.enabled is true" -}}
{{- end -}}
{{- if gt (int $values.keda.minReplicas) (int $values.keda.maxReplicas) -}}
{{- $faults = append $faults "keda.minReplicas must not be above keda.maxReplicas" -}}
{{- end -}}
{{- if and $values.judge.provider (not $values.judge.model) -}}
{{- $faults = append $faults "judge.model is required if judge.provider is set" -}}
{{- end -}}
{{- if and (not $values.judge.provider) (or $values.judge.model $values.judge.baseUrl) -}}
{{- $faults = append $faults "judge.provider is required if judge.model or judge.baseUrl is set" -}}
{{- end -}}
{{- if and (eq $values.judge.provider "openai_compatible") (not $values.judge.baseUrl) -}}
{{- $faults = append $faults "judge.baseUrl is required if judge.provider is openai_compatible" -}}
{{- end -}}
{{- if and $values.networkPolicy.servers.judge.to (not $values.judge.baseUrl) -}}
{{- $faults = append $faults "judge.baseUrl is required if networkPolicy.servers.judge.to is set" -}}
{{- end -}}
{{- if and $values.kafka.sasl.perService (not $values.kafka.sasl.mechanism) -}}
{{- $faults = append $faults "kafka.sasl.mechanism is required if kafka.sasl.perService is true" -}}
{{- end -}}
{{- if and $values.trustedCa.pinServers (not $values.trustedCa.configMap) -}}
{{- $faults = append $faults "trustedCa.configMap is required if trustedCa.pinServers is true" -}}
{{- end -}}
{{- range $name, $settings := $values.services -}}
{{- $scaling := $settings.autoscaling | default dict -}}
{{- if gt (int $scaling.minReplicas) (int $scaling.maxReplicas) -}}
{{- $faults = append $faults (printf "services.%s.autoscaling.minReplicas must not be above maxReplicas" $name) -}}
{{- end -}}
{{- end -}}
{{- if $faults -}}
{{- fail (printf "\n\nInvalid values:\n- %s\n" (join "\n- " $faults)) -}}
{{- end -}}
{{- end -}}
