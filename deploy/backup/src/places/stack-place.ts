import { type ServiceName, SERVICES } from '@output-review/contracts';
import { type ObjectStoreConfig, objectStoreGroup } from '@output-review/media/object-store';
import { openS3Store } from '@output-review/media/s3';
import {
  auditKey,
  configGroup,
  databaseUrl,
  encryptionKey,
  type Environment,
  readGroups,
  systemClock,
  variable,
} from '@output-review/runtime';

import { ArchiveFault } from '../archive/archive.ts';
import { connect } from '../database/connect.ts';
import { listTables } from '../database/describe-schema.ts';
import { emptySchema } from '../database/load-schema.ts';
import type { DataKeys, NewPlace, Place } from './place.ts';

interface StackSettings extends DataKeys {
  readonly databaseUrls: Readonly<Record<ServiceName, string>>;
  readonly objectStore: ObjectStoreConfig;
}

/** Whether the environment names the servers of a stack. */
export const isStack = (env: Environment): boolean => Boolean(env['GATEWAY_DATABASE_URL']?.trim());

/** The servers of a stack; its services may be running. */
export function openStack(env: Environment): Place {
  const { databaseUrls, objectStore, ...keys } = readStackSettings(env);
  const store = openS3Store({ ...objectStore, clock: systemClock });
  return { databaseUrls, store, keys, close: () => store.close() };
}

/**
 * Servers that setup has prepared and no service has used.
 *
 * @throws ArchiveFault where something is in them.
 */
export async function prepareStack(env: Environment): Promise<NewPlace> {
  const place = openStack(env);
  try {
    await requireEmpty(place);
  } catch (error) {
    await place.close();
    throw error;
  }
  return { ...place, complete: () => Promise.resolve(), abandon: () => emptyAgain(place) };
}

export const readStackKeys = (env: Environment): DataKeys => readStackSettings(env);

function readStackSettings(env: Environment): StackSettings {
  return readGroups(env, {
    databaseUrls: databasesGroup,
    objectStore: objectStoreGroup,
    encryptionKey: variable('ENCRYPTION_KEY', encryptionKey),
    auditKey: variable('AUDIT_KEY', auditKey),
  });
}

// As deploy/setup has them.
const databasesGroup = configGroup({
  fields: {
    GATEWAY_DATABASE_URL: databaseUrl,
    EVALUATOR_DATABASE_URL: databaseUrl,
    REVIEW_DATABASE_URL: databaseUrl,
    INSTRUCTIONS_DATABASE_URL: databaseUrl,
    MEDIA_DATABASE_URL: databaseUrl,
  },
  build: (values): StackSettings['databaseUrls'] => ({
    gateway: values.GATEWAY_DATABASE_URL,
    evaluator: values.EVALUATOR_DATABASE_URL,
    review: values.REVIEW_DATABASE_URL,
    instructions: values.INSTRUCTIONS_DATABASE_URL,
    media: values.MEDIA_DATABASE_URL,
  }),
});

async function requireEmpty({ databaseUrls, store }: Place): Promise<void> {
  for (const service of SERVICES) {
    const client = await connect(databaseUrls[service], service);
    const tables = await listTables(client, service).finally(() => client.end());
    if (tables.length > 0) throw notEmpty(`The schema ${service} has tables`);
  }
  for await (const { key } of store.list('')) throw notEmpty(`The bucket has objects (${key})`);
}

function notEmpty(what: string): ArchiveFault {
  return new ArchiveFault(
    `${what}. Restore into servers that only setup has been run on (docs/backup.md). Nothing was changed.`,
  );
}

/** Only what was restored can be there. */
async function emptyAgain({ databaseUrls, store }: Place): Promise<void> {
  for (const service of SERVICES) {
    const client = await connect(databaseUrls[service], service);
    await emptySchema(client, service).finally(() => client.end());
  }
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  await store.deleteMany(keys);
}
