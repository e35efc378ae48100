import { AppError } from '@output-review/errors';

import type { FileLabel } from './label-files.ts';

type Metadata = Readonly<Record<string, unknown>>;

export interface DetailsEdit {
  readonly metadata?: Metadata;
  readonly metadataJson?: Metadata;
  readonly metadataMode?: 'merge' | 'replace';
  readonly metadataRemove?: readonly string[];
  readonly attachments?: readonly FileLabel[];
  readonly sessionId?: string;
  readonly subjectId?: string;
  readonly actorId?: string;
  readonly tags?: readonly string[];
}

/** Source: the interface's limits of metadata. */
const METADATA_BYTES_MAX = 65_536;

/** Says what is wrong with an edit by itself: all faults at once. */
export function checkEdit(edit: DetailsEdit): void {
  const hasMetadata = edit.metadata !== undefined || edit.metadataJson !== undefined;
  const { metadataMode, ...values } = edit;
  if (metadataMode === 'replace' && !hasMetadata) {
    throw new AppError('VALIDATION_FAILED', 'Nothing to replace the metadata by.', {
      fields: { metadataMode: 'replace needs metadata or metadataJson.' },
    });
  }
  if (Object.keys(values).length === 0) {
    throw new AppError('VALIDATION_FAILED', 'At least one detail is needed.');
  }
}

/**
 * The metadata after an edit. A key that stands in both parts has the value of `metadata`; keys
 * whose value is null or blank are left out, as they are of a submission.
 *
 * @throws AppError VALIDATION_FAILED where the result outgrows the limit.
 */
export function editMetadata(present: Metadata, edit: DetailsEdit): Metadata {
  const base = edit.metadataMode === 'replace' ? {} : present;
  const removed = new Set(edit.metadataRemove ?? []);
  const given = { ...edit.metadataJson, ...edit.metadata };
  const entries = Object.entries({ ...base, ...given }).filter(
    ([key, value]) => !(removed.has(key) && !Object.hasOwn(given, key)) && !isBlank(value),
  );
  const result = Object.fromEntries(entries);
  if (new TextEncoder().encode(JSON.stringify(result)).length > METADATA_BYTES_MAX) {
    throw new AppError('VALIDATION_FAILED', 'The metadata would be too large.', {
      fields: { metadata: `Must be at most ${METADATA_BYTES_MAX} bytes after the edit.` },
    });
  }
  return result;
}

/** Names of what an edit touches, for the timeline. */
export function editedFields(edit: DetailsEdit): string[] {
  const names = Object.keys(edit).map((key) => (key.startsWith('metadata') ? 'metadata' : key));
  return [...new Set(names)];
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
