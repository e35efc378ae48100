import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { formatRedisUser } from '@output-review/gateway/rate-limit';
import {
  type Certificate,
  issueCertificate,
  makeAuthority,
} from '@output-review/native/certificates';
import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

/** Of the users whom a server knows by a file. */
export interface ServerPasswords {
  readonly redis: string;
  readonly storeAdmin: string;
  readonly storeMedia: string;
}

/**
 * Writes what docker-compose.yml mounts into the servers: new certificates, the CA, which is made once, and the users of
 * Valkey and the object store. Servers read them at their start.
 *
 * Every container runs as another user, so each may read its files; but nobody but the owner gets into the folder that
 * holds them all, and a container is given its own part alone.
 *
 * @returns whether the CA is a new one, which what runs does not know.
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
  // The last one: where this is interrupted, the next run finds that the CA is new.
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

/** From other containers by TLS and a password; the image makes a new database by its socket. */
const CLIENTS_OF_POSTGRES = `local all all scram-sha-256
hostssl all all all scram-sha-256
`;

// As docker-compose.yml names it.
const BUCKET = 'output-review';

/** Of SeaweedFS, which lets a user do what is listed: media at the objects of one bucket, and nothing else. */
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
 * A CA that stays the same is not written again: services read it at each connection.
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
