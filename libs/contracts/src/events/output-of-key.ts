/**
 * The output that an event is about, by its key `workspaceId/id` (`TOPICS`): that much is known of a
 * message that cannot be read. Null for a key that the database cannot hold: it names no output.
 */
export function outputOfKey(
  key: string,
): { readonly workspaceId: string; readonly id: string } | null {
  const [, workspaceId, id] = /^([^/\0]+)\/([^\0]+)$/.exec(key) ?? [];
  return workspaceId !== undefined && id !== undefined ? { workspaceId, id } : null;
}
