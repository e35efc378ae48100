/** The version of a task's instructions that an answer tells of. */
export interface ActiveInstructions {
  readonly taskId: string;
  readonly version: number;
}

/** The value of the header `activeInstructions`: `taskId/version`. */
export function writeActiveInstructions({ taskId, version }: ActiveInstructions): string {
  return `${taskId}/${version}`;
}

/** What the header `activeInstructions` says; null where an answer has none. */
export function readActiveInstructions(
  header: string | readonly string[] | undefined,
): ActiveInstructions | null {
  if (typeof header !== 'string') return null;
  const slash = header.lastIndexOf('/');
  return { taskId: header.slice(0, slash), version: Number(header.slice(slash + 1)) };
}
