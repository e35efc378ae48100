import {
  assertionPublicKeyGroup,
  auditKeyGroup,
  type Environment,
  kafkaGroup,
  operatorPublicKeyGroup,
  peersGroup,
  PROCESS_GROUPS,
  readGroups,
} from '@output-review/runtime';

/** @throws Error that lists every invalid variable. */
export function readInstructionsConfig(env: Environment) {
  return readGroups(env, {
    ...PROCESS_GROUPS,
    assertionPublicKey: assertionPublicKeyGroup,
    operatorPublicKey: operatorPublicKeyGroup,
    auditKey: auditKeyGroup,
    kafka: kafkaGroup,
    peers: peersGroup('gateway', 'evaluator', 'review'),
  });
}
