import { readText } from '../../app/address.ts';

/** A document is identified by its project and task, in the URL as in the API. */
export interface DocumentNames {
  readonly project: string;
  readonly task: string;
}

/** Reads a document from the URL; missing names are empty. */
export function readDocumentSearch(raw: Readonly<Record<string, unknown>>): DocumentNames {
  return { project: readText(raw['project']) ?? '', task: readText(raw['task']) ?? '' };
}
