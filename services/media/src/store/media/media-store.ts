import type { Database } from '@output-review/runtime';

import type { MediaStore, OutputFile } from '../../use-cases/media/media-store.ts';

export function makeMediaStore(db: Database): MediaStore {
  return {
    findFile: async (key) => {
      const { rows } = await db.query<OutputFile>({ ...FIND_FILE, values: [key] });
      return rows[0] ?? null;
    },
  };
}

// A file whose bytes are on their way has no key yet.
const FIND_FILE = {
  name: 'find_file',
  text: `
SELECT files.workspace_id AS "workspaceId", files.output_id AS "outputId", files.key,
  files.attempt, files.object_key AS "objectKey", files.filename,
  files.content_type AS "contentType", files.size_bytes::float8 AS "sizeBytes",
  claims.state = 'confirmed' AS "isConfirmed"
FROM files JOIN claims USING (workspace_id, output_id)
WHERE files.key = $1`,
};
