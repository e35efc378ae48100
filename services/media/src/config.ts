import {
  assertionPublicKeyGroup,
  type Environment,
  objectStoreGroup,
  PROCESS_GROUPS,
  readGroups,
} from '@output-review/runtime';

/** @throws Error that names every fault. */
export function readMediaConfig(env: Environment) {
  return readGroups(env, {
    ...PROCESS_GROUPS,
    assertionPublicKey: assertionPublicKeyGroup,
    objectStore: objectStoreGroup,
  });
}
