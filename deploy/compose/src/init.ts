import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';

import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

import { generateAccounts, generateSecrets } from './secrets.ts';
import { writeServerFiles } from './server-files.ts';

/**
 * Creates the file, readable only by its owner, and beside it the folder `.compose` with certificates and users of the
 * servers. An existing file keeps its values: if it has only settings, all secrets are added. If it has the secrets,
 * missing accounts are added. Certificates are always renewed.
 *
 * @returns the text to print: the sign-in, only once.
 * @throws Error if the file lacks some of the secrets that the volumes were created with.
 */
export async function init(path: string): Promise<string> {
  const given = await readFileIfThere(path);
  const known = parseEnv(given ?? '');
  const hasSecrets = Object.keys(generateSecrets()).some(
    (name) => known[name] && !name.startsWith(SIGN_IN),
  );
  return given !== undefined && hasSecrets ? renew(path, given) : create(path, given);
}

// Needed only for the first start. May be set before it and removed afterwards.
const SIGN_IN = 'BOOTSTRAP_';

/** @param given the existing settings, if there is a file. */
async function create(path: string, given: string | undefined): Promise<string> {
  const known = parseEnv(given ?? '');
  const added = Object.entries(generateSecrets()).filter(([name]) => !known[name]);
  const secrets = { ...known, ...Object.fromEntries(added) };
  const text = `${HEADER}\n${formatLines(added)}`;
  await writePrivateFile(path, given === undefined ? text + FOOTER : `${given}\n${text}`);
  await writeServerFiles(folderOf(path), passwordsOf(secrets));
  const done = given === undefined ? `Created ${path}` : `Added the secrets to ${path}`;
  return `${done}, readable only by you. Keep a copy in a safe place.

  sign in   ${secrets['BOOTSTRAP_EMAIL'] ?? ''}
  password  ${secrets['BOOTSTRAP_PASSWORD'] ?? ''}
  token     ${secrets['BOOTSTRAP_TOKEN'] ?? ''}

Next: docker compose up --wait`;
}

async function renew(path: string, given: string): Promise<string> {
  const known = parseEnv(given);
  // Add only accounts: newly generated secrets would make existing data unreadable.
  const accounts = generateAccounts();
  const missing = requiredSecrets().filter((name) => !known[name] && !(name in accounts));
  if (missing.length > 0) throw new Error(explainMissing(path, missing));
  const added = Object.entries(accounts).filter(([name]) => !known[name]);
  const passwords = passwordsOf({ ...known, ...Object.fromEntries(added) });
  if (added.length > 0) await writePrivateFile(path, `${given}\n${ACCOUNTS}${formatLines(added)}`);
  const isNewAuthority = await writeServerFiles(folderOf(path), passwords);
  const message =
    added.length === 0
      ? `${path} was not changed.`
      : `Added ${added.length} account passwords to ${path}. Keep a copy in a safe place.`;
  return isNewAuthority
    ? `${message}
A CA and certificates for the servers were created in ${folderOf(path)}. The certificates are valid for a year.

Next: docker compose up --wait --force-recreate`
    : `${message} The certificates of the servers were renewed for a year.

Next: docker compose restart postgres kafka valkey objects`;
}

const folderOf = (path: string): string => join(dirname(path), '.compose');

/** The secrets that docker-compose.yml requires. Excludes the sign-in and the key for the operator's commands. */
const requiredSecrets = (): string[] =>
  Object.keys(generateSecrets()).filter((name) => !/^(?:BOOTSTRAP|OPERATOR)_/.test(name));

function explainMissing(path: string, names: readonly string[]): string {
  return (
    `${path} has some of the secrets, but no ${names.join(', ')}. Nothing was changed, because the data in the volumes needs ` +
    'the old values. Restore the file, or add them. If there are no volumes to keep, delete the file and run ' +
    'this again.'
  );
}

const passwordsOf = (secrets: Readonly<NodeJS.Dict<string>>) => ({
  redis: secrets['REDIS_PASSWORD'] ?? '',
  storeAdmin: secrets['OBJECT_STORE_SECRET_KEY'] ?? '',
  storeMedia: secrets['MEDIA_OBJECT_STORE_SECRET_KEY'] ?? '',
});

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

/** Lines for the file that `docker compose` reads by default. No value needs quotes. */
const formatLines = (variables: readonly (readonly [string, string])[]): string =>
  variables.map(([name, value]) => `${name}=${value}\n`).join('');
