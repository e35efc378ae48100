import { finished } from 'node:stream/promises';

import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { secondsOf } from '../frame/bench.ts';
import type { Written } from './measure-export.ts';

const COPY = `
  COPY (
    SELECT o.*, body.*, result.*, project.name, task.name
    FROM review.outputs o
    LEFT JOIN review.output_bodies body ON body.workspace_id = o.workspace_id AND body.id = o.id
    LEFT JOIN review.output_results result ON result.workspace_id = o.workspace_id AND result.id = o.id
    LEFT JOIN review.names project ON project.workspace_id = o.workspace_id
      AND project.kind = 'project' AND project.id = o.project_id
    LEFT JOIN review.names task ON task.workspace_id = o.workspace_id
      AND task.kind = 'task' AND task.id = o.task_id
    WHERE o.workspace_id = $1 AND o.visible ORDER BY o.timestamp, o.id
  ) TO STDOUT`;

/** The rows of a full export, copied out by PostgreSQL itself. */
export async function copyOut(client: pg.Client, workspaceId: string): Promise<Written> {
  let [bytes, rows] = [0, 0];
  const seconds = await secondsOf(async () => {
    const stream = client.query(copyTo(COPY.replace('$1', client.escapeLiteral(workspaceId))));
    stream.on('data', (part: Buffer) => (bytes += part.length));
    await finished(stream);
    rows = stream.rowCount;
  });
  return { rows, bytes, seconds };
}
