import {
  assertionPublicKeyGroup,
  auditKeyGroup,
  encryptionGroup,
  type Environment,
  kafkaGroup,
  peersGroup,
  PROCESS_GROUPS,
  readGroups,
} from '@output-review/runtime';

/** @throws Error that names every fault. */
export function readReviewConfig(env: Environment) {
  return readGroups(env, {
    ...PROCESS_GROUPS,
    assertionPublicKey: assertionPublicKeyGroup,
    encryption: encryptionGroup,
    auditKey: auditKeyGroup,
    kafka: kafkaGroup,
    peers: peersGroup('evaluator'),
  });
}
