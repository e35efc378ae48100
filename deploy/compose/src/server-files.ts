import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { formatRedisUser } from '@output-review/gateway/rate-limit';
import {
  type Certificate,
  issueCertificate,
  makeAuthority,
} from '@output-review/native/certificates';
import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

/** Passwords of users that a server reads from a file. */
export interface ServerPasswords {
  readonly redis: string;
  readonly storeAdmin: string;
  readonly storeMedia: string;
}

/**
 * Writes the files that docker-compose.yml mounts into the servers: new certificates, the CA, which is created once,
 * and the users of Valkey and the object store. Servers read them at startup.
 *
 * Each container runs as a different user, so its files are world-readable. But only the owner can enter the folder
 * that contains them all, and each container gets only its own part.
 *
 * @returns whether the CA is new, so that running containers do not know it.
 */
export async function writeServerFiles(
  folder: string,
  passwords: ServerPasswords,
): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const authority = await openAuthority(join(folder, 'authority.json'));
  const issue = (name: string) =>
    issueCertificate(authority, { name, hosts: [name, 'localhost', '127.0.0.1'] });
  const kafka = await issue('kafka');
  const files = {
    'kafka/ca.pem': authority.certificate,
    'kafka/server.pem': `${kafka.key}\n${kafka.certificate}\n`,
    ...certificateFiles('postgres', await issue('postgres')),
    'postgres/pg_hba.conf': CLIENTS_OF_POSTGRES,
    ...certificateFiles('valkey', await issue('valkey')),
    'valkey/users.acl': `user default off\n${formatRedisUser(passwords.redis)}\n`,
    ...certificateFiles('objects', await issue('objects')),
    'objects/users.json': formatStoreUsers(passwords),
  };
  for (const [path, text] of Object.entries(files)) await writeMounted(join(folder, path), text);
  // Written last: after an interruption the next run detects that the CA is new.
  return writeMounted(join(folder, 'ca/ca.pem'), authority.certificate);
}

async function openAuthority(file: string): Promise<Certificate> {
  const kept = await readFileIfThere(file);
  if (kept !== undefined) {
    await chmod(file, 0o600);
    return JSON.parse(kept) as Certificate;
  }
  const authority = await makeAuthority('Output Review');
  await writePrivateFile(file, JSON.stringify(authority));
  return authority;
}

const certificateFiles = (name: string, { certificate, key }: Certificate) => ({
  [`${name}/server.crt`]: certificate,
  [`${name}/server.key`]: key,
});

/** Other containers connect with TLS and a password. The image creates a new database through its socket. */
const CLIENTS_OF_POSTGRES = `local all all scram-sha-256
hostssl all all all scram-sha-256
`;

// The name in docker-compose.yml.
const BUCKET = 'output-review';

/**
 * The users of SeaweedFS, which allows each one the listed actions: media may access only the objects of one bucket.
 */
function formatStoreUsers({ storeAdmin, storeMedia }: ServerPasswords): string {
  const userOf = (name: string, secretKey: string, actions: readonly string[]) => ({
    ...{ name, actions },
    credentials: [{ accessKey: name, secretKey }],
  });
  const own = ['Read', 'Write', 'List', 'Tagging'].map((action) => `${action}:${BUCKET}`);
  const identities = [
    userOf('output-review', storeAdmin, ['Admin', 'Read', 'Write', 'List', 'Tagging']),
    userOf('media', storeMedia, own),
  ];
  return `${JSON.stringify({ identities }, null, 2)}\n`;
}

/**
 * Writes a mounted file. An unchanged CA is not rewritten, because services read it for each connection.
 *
 * @returns whether it was written.
 */
async function writeMounted(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  await chmod(dirname(path), 0o755);
  const isSame = (await readFileIfThere(path)) === text;
  if (!isSame) await writePrivateFile(path, text);
  await chmod(path, 0o644);
  return !isSame;
}
