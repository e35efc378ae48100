import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

import { makeUpSecrets, type Secrets } from './secrets.ts';

/**
 * Writes the file, for its owner alone, where there is none.
 *
 * @returns what is to be said: the sign-in, once.
 */
export async function init(path: string): Promise<string> {
  // New secrets would lock the databases that were made with the old ones.
  if ((await readFileIfThere(path)) !== undefined)
    return `${path} already exists and was not changed.`;

  const secrets = makeUpSecrets();
  await writePrivateFile(path, formatEnvFile(secrets));
  return `Created ${path}, readable only by you. Keep a copy in a safe place.

  sign in   ${secrets['BOOTSTRAP_EMAIL'] ?? ''}
  password  ${secrets['BOOTSTRAP_PASSWORD'] ?? ''}
  token     ${secrets['BOOTSTRAP_TOKEN'] ?? ''}

Next: docker compose up --wait`;
}

const HEADER = `# Secrets for docker-compose.yml. Generated once by npm run compose:init. Keep them private.
# If you lose this file, you lose what ENCRYPTION_KEY encrypted, what AUDIT_KEY proves, and access to the databases:
# keep a copy in a safe place.
# The BOOTSTRAP_ values create the first admin. You can remove them once someone has signed in.
`;

const FOOTER = `
# Other settings with their defaults. See docs/compose.md.
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
function formatEnvFile(secrets: Secrets): string {
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  return `${HEADER}\n${lines.join('')}${FOOTER}`;
}
