import { tmpdir } from 'node:os';

import {
  assertionPublicKeyGroup,
  egressGroup,
  encryptionGroup,
  type Environment,
  integer,
  kafkaGroup,
  operatorPublicKeyGroup,
  peersGroup,
  previousPublicUrlsGroup,
  PROCESS_GROUPS,
  readGroups,
  text,
  url,
  variable,
} from '@output-review/runtime';

import { objectStoreGroup } from './object-store/object-store-group.ts';

// Room for more than 300 of the greatest files; a workspace of texts and pictures never comes there.
const QUOTA_BYTES = 10 * 1024 ** 3;

/** How many bytes the files of a workspace may take. */
export const mediaQuotaGroup = variable(
  'MEDIA_QUOTA_BYTES',
  integer({ default: QUOTA_BYTES, min: 0 }),
);

/** @throws Error that names every fault. */
export function readMediaConfig(env: Environment) {
  return readGroups(env, {
    ...PROCESS_GROUPS,
    assertionPublicKey: assertionPublicKeyGroup,
    operatorPublicKey: operatorPublicKeyGroup,
    kafka: kafkaGroup,
    peers: peersGroup('gateway'),
    encryption: encryptionGroup,
    publicUrl: variable('PUBLIC_URL', url()),
    previousPublicUrls: previousPublicUrlsGroup,
    isPrivateHostAllowed: egressGroup,
    objectStore: objectStoreGroup,
    spoolDir: variable('SPOOL_DIR', text({ default: tmpdir() })),
    quotaBytes: mediaQuotaGroup,
  });
}
