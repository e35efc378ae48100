import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';

import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

import { makeUpAccounts, makeUpSecrets, type Secrets } from './secrets.ts';
import { writeServerFiles } from './server-files.ts';

/**
 * Writes the file, for its owner alone, where there is none, and beside it the folder `.compose` with certificates and
 * users of the servers. A file that is there keeps its values and gets the accounts that it lacks; the certificates
 * are renewed.
 *
 * @returns what is to be said: the sign-in, once.
 * @throws Error where the file lacks a secret that the volumes were made with.
 */
export async function init(path: string): Promise<string> {
  const given = await readFileIfThere(path);
  return given === undefined ? create(path) : renew(path, given);
}

async function create(path: string): Promise<string> {
  const secrets = makeUpSecrets();
  await writePrivateFile(path, formatEnvFile(secrets));
  await writeServerFiles(folderOf(path), passwordsOf(secrets, path));
  return `Created ${path}, readable only by you. Keep a copy in a safe place.

  sign in   ${secrets['BOOTSTRAP_EMAIL'] ?? ''}
  password  ${secrets['BOOTSTRAP_PASSWORD'] ?? ''}
  token     ${secrets['BOOTSTRAP_TOKEN'] ?? ''}

Next: docker compose up --wait`;
}

async function renew(path: string, given: string): Promise<string> {
  const known = parseEnv(given);
  // Only these: other secrets, if made up anew, would lock what was made with the old ones.
  const added = Object.entries(makeUpAccounts()).filter(([name]) => !known[name]);
  const passwords = passwordsOf({ ...known, ...Object.fromEntries(added) }, path);
  if (added.length > 0) await writePrivateFile(path, `${given}\n${ACCOUNTS}${formatLines(added)}`);
  const isNewAuthority = await writeServerFiles(folderOf(path), passwords);
  const said =
    added.length === 0
      ? `${path} was not changed.`
      : `Added ${added.length} passwords of accounts to ${path}. Keep a copy in a safe place.`;
  return isNewAuthority
    ? `${said}
A CA and certificates for the servers were made in ${folderOf(path)}; the certificates are valid for a year.

Next: docker compose up --wait --force-recreate`
    : `${said} The certificates of the servers were renewed, for a year.

Next: docker compose restart postgres kafka valkey objects`;
}

const folderOf = (path: string): string => join(dirname(path), '.compose');

function passwordsOf(secrets: Readonly<NodeJS.Dict<string>>, path: string) {
  const of = (name: string): string => {
    const value = secrets[name];
    if (value) return value;
    throw new Error(
      `${path} exists but has no ${name}, so nothing was changed. Add the value that the volumes were made with, or restore the file.`,
    );
  };
  return {
    redis: of('REDIS_PASSWORD'),
    storeAdmin: of('OBJECT_STORE_SECRET_KEY'),
    storeMedia: of('MEDIA_OBJECT_STORE_SECRET_KEY'),
  };
}

const ACCOUNTS = `# Accounts at the servers, added by npm run compose:init.
`;

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
# SLACK_API_URL=https://slack.com/api
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
  return `${HEADER}\n${formatLines(Object.entries(secrets))}${FOOTER}`;
}

const formatLines = (variables: readonly (readonly [string, string])[]): string =>
  variables.map(([name, value]) => `${name}=${value}\n`).join('');
