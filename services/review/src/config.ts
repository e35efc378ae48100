import {
  assertionPublicKeyGroup,
  encryptionKeyGroup,
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
    encryptionKey: encryptionKeyGroup,
    kafka: kafkaGroup,
    peers: peersGroup('evaluator'),
  });
}
