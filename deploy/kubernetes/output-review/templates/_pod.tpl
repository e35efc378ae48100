{{- define "output-review.pod-security" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "output-review.container-security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "output-review.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.trustedCa.configMap }}
- name: trusted-ca
  mountPath: /etc/output-review/ca
  readOnly: true
{{- end }}
{{- end -}}

{{- define "output-review.volumes" -}}
- name: tmp
  emptyDir:
    # For media, which stores incomplete downloads here.
    sizeLimit: 2Gi
{{- if .Values.trustedCa.configMap }}
- name: trusted-ca
  configMap:
    name: {{ .Values.trustedCa.configMap | quote }}
    items:
      - key: {{ .Values.trustedCa.key | quote }}
        path: ca.crt
{{- end }}
{{- end -}}

{{/* The settings that pods of services and jobs share. */}}
{{- define "output-review.pod-common" -}}
automountServiceAccountToken: false
# Services find each other by DNS, so pods need no variables for the Services of their namespace.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext: {{- include "output-review.pod-security" . | nindent 2 }}
{{- with .Values.pod.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .Values.pod.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pod.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pod.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes: {{- include "output-review.volumes" . | nindent 2 }}
{{- end -}}
