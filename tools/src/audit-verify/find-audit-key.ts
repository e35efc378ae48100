import { join } from 'node:path';

import {
  auditKeyGroup,
  type Environment,
  readFileIfThere,
  readGroups,
} from '@output-review/runtime';

/**
 * Finds the key that chains are linked with: AUDIT_KEY of the environment, or else the one that the
 * embedded service keeps in its data folder.
 *
 * @throws Error that says what is missing.
 */
export async function findAuditKey(env: Environment, dataDir: string): Promise<string> {
  const isElsewhere = env['OPERATOR_PRIVATE_KEY'] !== undefined;
  const kept = isElsewhere ? undefined : await readFileIfThere(join(dataDir, 'keys.json'));
  const keys = kept === undefined ? {} : (JSON.parse(kept) as { readonly auditKey?: string });
  const given = env['AUDIT_KEY'] ?? keys.auditKey;
  return readGroups({ AUDIT_KEY: given }, { auditKey: auditKeyGroup }).auditKey;
}
