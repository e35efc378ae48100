import { tmpdir } from 'node:os';

import {
  assertionPublicKeyGroup,
  egressGroup,
  encryptionGroup,
  type Environment,
  integer,
  kafkaGroup,
  list,
  operatorPublicKeyGroup,
  peersGroup,
  PROCESS_GROUPS,
  publicUrlField,
  readGroups,
  text,
  url,
  variable,
} from '@output-review/runtime';

import { objectStoreGroup } from './object-store/object-store-group.ts';

// Room for more than 300 files of the maximum size. Workspaces of texts and images stay far below it.
const QUOTA_BYTES = 10 * 1024 ** 3;

/** Maximum bytes of all files of a workspace. */
export const mediaQuotaGroup = variable(
  'MEDIA_QUOTA_BYTES',
  integer({ default: QUOTA_BYTES, min: 0 }),
);

// Parsed like PUBLIC_URL: links are compared with both.
const urls = list(
  (value) => {
    const read = url().parse(value);
    return 'value' in read ? read.value : null;
  },
  'must be one or more comma-separated URLs that begin with http:// or https://',
  { default: [] },
);

/** Former public URLs of the service, which callers may still have stored. */
export const previousPublicUrlsGroup = variable('PREVIOUS_PUBLIC_URLS', urls);

/** @throws Error that lists all faults. */
export function readMediaConfig(env: Environment) {
  return readGroups(env, {
    ...PROCESS_GROUPS,
    assertionPublicKey: assertionPublicKeyGroup,
    operatorPublicKey: operatorPublicKeyGroup,
    kafka: kafkaGroup,
    peers: peersGroup('gateway'),
    encryption: encryptionGroup,
    publicUrl: variable('PUBLIC_URL', publicUrlField),
    previousPublicUrls: previousPublicUrlsGroup,
    isPrivateHostAllowed: egressGroup,
    objectStore: objectStoreGroup,
    spoolDir: variable('SPOOL_DIR', text({ default: tmpdir() })),
    quotaBytes: mediaQuotaGroup,
  });
}
