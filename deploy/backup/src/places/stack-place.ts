import type { ServiceName } from '@output-review/contracts';
import { type ObjectStoreConfig, objectStoreGroup } from '@output-review/media/object-store';
import { openS3Store } from '@output-review/media/s3';
import {
  auditKey,
  caFile,
  configGroup,
  databaseUrl,
  encryptionKey,
  type Environment,
  optional,
  readGroups,
  settingOf,
  systemClock,
  variable,
  withCaFile,
} from '@output-review/runtime';

import { emptyAgain, requireEmpty } from './empty-place.ts';
import type { DataKeys, NewPlace, Place } from './place.ts';

interface StackSettings extends DataKeys {
  readonly databaseUrls: Readonly<Record<ServiceName, string>>;
  readonly objectStore: ObjectStoreConfig;
}

/** Whether the environment names the servers of a stack. */
export const isStack = (env: Environment): boolean =>
  settingOf(env, 'GATEWAY_DATABASE_URL') !== undefined;

/** Opens the servers of a stack. Its services may be running. */
export function openStack(env: Environment): Place {
  const { databaseUrls, objectStore, ...keys } = readStackSettings(env);
  const store = openS3Store({ ...objectStore, clock: systemClock });
  return { databaseUrls, store, keys, close: () => store.close() };
}

/**
 * Opens servers that setup has prepared and no service has used.
 *
 * @throws ArchiveFault if they are not empty.
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

// The same variables as in deploy/setup.
const databasesGroup = configGroup({
  fields: {
    GATEWAY_DATABASE_URL: databaseUrl,
    EVALUATOR_DATABASE_URL: databaseUrl,
    REVIEW_DATABASE_URL: databaseUrl,
    INSTRUCTIONS_DATABASE_URL: databaseUrl,
    MEDIA_DATABASE_URL: databaseUrl,
    TLS_CA_FILE: optional(caFile),
  },
  build: ({ TLS_CA_FILE: file, ...urls }): StackSettings['databaseUrls'] => ({
    gateway: withCaFile(urls.GATEWAY_DATABASE_URL, file),
    evaluator: withCaFile(urls.EVALUATOR_DATABASE_URL, file),
    review: withCaFile(urls.REVIEW_DATABASE_URL, file),
    instructions: withCaFile(urls.INSTRUCTIONS_DATABASE_URL, file),
    media: withCaFile(urls.MEDIA_DATABASE_URL, file),
  }),
});
