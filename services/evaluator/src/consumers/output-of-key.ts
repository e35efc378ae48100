import type { OutputRef } from '../use-cases/evaluations/evaluation-store.ts';

/**
 * The output that an event is about, by its key `workspaceId/id`: that much is known of a message
 * that cannot be read. A key that the database cannot hold names no output.
 */
export function outputOfKey(key: string): OutputRef | null {
  const [, workspaceId, id] = /^([^/\0]+)\/([^\0]+)$/.exec(key) ?? [];
  return workspaceId !== undefined && id !== undefined ? { workspaceId, id } : null;
}
