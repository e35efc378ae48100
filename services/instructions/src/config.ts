import {
  assertionPublicKeyGroup,
  auditKeyGroup,
  type Environment,
  kafkaGroup,
  peersGroup,
  PROCESS_GROUPS,
  readGroups,
} from '@output-review/runtime';

/** @throws Error that names every fault. */
export function readInstructionsConfig(env: Environment) {
  return readGroups(env, {
    ...PROCESS_GROUPS,
    assertionPublicKey: assertionPublicKeyGroup,
    auditKey: auditKeyGroup,
    kafka: kafkaGroup,
    peers: peersGroup('gateway', 'evaluator'),
  });
}
