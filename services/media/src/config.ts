import { tmpdir } from 'node:os';

import {
  assertionPublicKeyGroup,
  egressGroup,
  encryptionGroup,
  type Environment,
  kafkaGroup,
  objectStoreGroup,
  operatorPublicKeyGroup,
  peersGroup,
  previousPublicUrlsGroup,
  PROCESS_GROUPS,
  readGroups,
  text,
  url,
  variable,
} from '@output-review/runtime';

import { mediaQuotaGroup } from './quota-group.ts';

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
