import {
  assertionPublicKeyGroup,
  auditKeyGroup,
  egressGroup,
  encryptionGroup,
  type Environment,
  kafkaGroup,
  operatorPublicKeyGroup,
  peersGroup,
  PROCESS_GROUPS,
  readGroups,
} from '@output-review/runtime';

import { judgeGroup } from './judges/judge-config.ts';

/** @throws Error that lists every invalid variable. */
export function readEvaluatorConfig(env: Environment) {
  return readGroups(env, {
    ...PROCESS_GROUPS,
    assertionPublicKey: assertionPublicKeyGroup,
    operatorPublicKey: operatorPublicKeyGroup,
    kafka: kafkaGroup,
    peers: peersGroup('gateway', 'review', 'media'),
    judging: judgeGroup,
    encryption: encryptionGroup,
    auditKey: auditKeyGroup,
    isPrivateHostAllowed: egressGroup,
  });
}
