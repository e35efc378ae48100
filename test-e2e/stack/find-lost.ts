import type { Client } from '../client.ts';
import { search } from '../outputs.ts';

/**
 * Those of the accepted outputs of a project that search does not list as passed. Reading one by its id
 * would bring it to review where its event was lost.
 */
export async function findLost(
  client: Client,
  { project, accepted }: { readonly project: string; readonly accepted: readonly string[] },
): Promise<string[]> {
  const passed = new Set<string>();
  let at: Readonly<Record<string, string>> | null = {};
  while (at !== null) {
    const query = { project, status: 'pass', fields: 'id', limit: '100', ...at };
    const { executions, nextCursor } = await search(client, query);
    for (const { id } of executions as { id: string }[]) passed.add(id);
    at = typeof nextCursor === 'string' ? { cursor: nextCursor } : null;
  }
  return accepted.filter((id) => !passed.has(id));
}
