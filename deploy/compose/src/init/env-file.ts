import type { Secrets } from './secrets.ts';

const HEADER = `# What docker-compose.yml must know and nobody else may. Made up once by npm run compose:init.
# Losing it loses what ENCRYPTION_KEY sealed, what AUDIT_KEY proves, and the way into the databases: keep a copy in a
# safe place.
# The BOOTSTRAP_ ones make the first admin; they may go once somebody has signed in.
`;

const FOOTER = `
# Other settings, with their defaults; docs/compose.md says what they are for.
# PORT=8080
# PUBLIC_URL=http://127.0.0.1:8080
# BOOTSTRAP_WORKSPACE=My workspace
# RATE_LIMIT_PER_MINUTE=60
# RATE_LIMIT_READS_PER_MINUTE=600
# RATE_LIMIT_WRITES_PER_MINUTE=120
# RATE_LIMIT_MODEL_CALLS_PER_MINUTE=20
# EGRESS_ALLOW_CIDRS=
# TRUSTED_PROXY_CIDRS=
# SIGN_UP=closed
# SMTP_URL=
# MAIL_FROM=
# JUDGE_PROVIDER=
# JUDGE_MODEL=
# JUDGE_BASE_URL=
# JUDGE_API_KEY=
# JUDGE_CALLS_MAX=16
# KAFKA_PARTITIONS=12
# LOG_LEVEL=info
`;

/** The text of the file that `docker compose` reads by itself. None of the values needs quotes. */
export function formatEnvFile(secrets: Secrets): string {
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  return `${HEADER}\n${lines.join('')}${FOOTER}`;
}
