/** Service settings that an operator may also set for `npm run stack`. The others are generated. */
const PASSED = [
  'RATE_LIMIT_PER_MINUTE',
  'RATE_LIMIT_READS_PER_MINUTE',
  'RATE_LIMIT_WRITES_PER_MINUTE',
  'RATE_LIMIT_MODEL_CALLS_PER_MINUTE',
  'EGRESS_ALLOW_CIDRS',
  'TRUSTED_PROXY_CIDRS',
  'SIGN_UP',
  'SMTP_URL',
  'MAIL_FROM',
  'SLACK_API_URL',
  'JUDGE_PROVIDER',
  'JUDGE_MODEL',
  'JUDGE_BASE_URL',
  'JUDGE_API_KEY',
  'JUDGE_CALLS_MAX',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLE_RATIO',
  'LOG_LEVEL',
] as const;

/** Selects the environment variables that the services get, so that nothing leaks in by accident. */
export function passedSettings(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const set = PASSED.map((name) => [name, env[name] ?? ''] as const);
  return Object.fromEntries(set.filter(([, value]) => value !== ''));
}
