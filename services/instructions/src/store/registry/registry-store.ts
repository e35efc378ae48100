import { type Database, makeRegistryCopy, type RegistryCopy } from '@output-review/runtime';

import { lockRegistry } from './lock-registry.ts';

/** The names of documents, and the projects and tasks that no document may be made in any more. */
export function makeRegistryStore(db: Database): RegistryCopy {
  return makeRegistryCopy(db, { lock: lockRegistry, inUseSql: IN_USE });
}

const IN_USE = {
  project: 'SELECT 1 FROM documents WHERE workspace_id = $1 AND project_id = $2 LIMIT 1',
  task: 'SELECT 1 FROM documents WHERE workspace_id = $1 AND task_id = $2 LIMIT 1',
};
