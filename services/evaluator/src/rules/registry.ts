import type { Database } from '@output-review/runtime';
import { makeRegistryReplica, type RegistryReplica } from '@output-review/shared-kernel';

import { lockRules } from './rules.sql.ts';

/** The names that rules refer to, and the projects and tasks that no rule may refer to any more. */
export function openRegistry(db: Database): RegistryReplica {
  return makeRegistryReplica(db, { lock: lockRules, inUseSql: IN_USE });
}

const IN_USE = {
  project: 'SELECT 1 FROM rules WHERE workspace_id = $1 AND project_id = $2 LIMIT 1',
  task: 'SELECT 1 FROM rules WHERE workspace_id = $1 AND task_id = $2 LIMIT 1',
};
