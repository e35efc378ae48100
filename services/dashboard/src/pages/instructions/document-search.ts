/** A document is named by its project and task, in the address as in the API. */
export interface DocumentNames {
  readonly project: string;
  readonly task: string;
}

/** Takes a document out of the address; what is missing there is empty. */
export function readDocumentSearch(raw: Readonly<Record<string, unknown>>): DocumentNames {
  return { project: readName(raw['project']), task: readName(raw['task']) };
}

function readName(value: unknown): string {
  // The address takes `7` for a number.
  const name = typeof value === 'number' ? String(value) : value;
  return typeof name === 'string' ? name.trim() : '';
}
