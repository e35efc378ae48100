import { readText } from '../../app/address.ts';

/** A document is named by its project and task, in the address as in the API. */
export interface DocumentNames {
  readonly project: string;
  readonly task: string;
}

/** Takes a document out of the address; what is missing there is empty. */
export function readDocumentSearch(raw: Readonly<Record<string, unknown>>): DocumentNames {
  return { project: readText(raw['project']) ?? '', task: readText(raw['task']) ?? '' };
}
