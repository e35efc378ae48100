import type { Database } from '@output-review/runtime';

import type { DoomedObjects } from '../../use-cases/doomed-objects.ts';
import { doom } from './doom.ts';

export function makeDoomedObjects(db: Database): DoomedObjects {
  return {
    add: (objectKeys, at) => doom(db, objectKeys, at),
    list: async (limit) => {
      const { rows } = await db.query<{ readonly objectKey: string }>(LIST, [limit]);
      return rows.map(({ objectKey }) => objectKey);
    },
    forget: async (objectKeys) => {
      await db.query('DELETE FROM doomed_objects WHERE object_key = ANY($1)', [objectKeys]);
    },
  };
}

const LIST = `
SELECT object_key AS "objectKey" FROM doomed_objects ORDER BY doomed_at, object_key LIMIT $1`;
