import type { BodyOf, editDetails, FileData, WorkspacePrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

type Metadata = Readonly<Record<string, unknown>>;

export type DetailsEdit = Readonly<BodyOf<typeof editDetails>>;

export type Labels = Pick<DetailsEdit, 'sessionId' | 'subjectId' | 'actorId' | 'tags'>;

/** Source: the metadata limits of the interface. */
const METADATA_BYTES_MAX = 65_536;

/** Validates an edit on its own, and reports all errors at once. */
export function checkEdit(edit: DetailsEdit): void {
  const hasMetadata = edit.metadata !== undefined || edit.metadataJson !== undefined;
  const { metadataMode, ...values } = edit;
  if (metadataMode === 'replace' && !hasMetadata) {
    throw new AppError('VALIDATION_FAILED', 'There is nothing to replace the metadata with.', {
      fields: { metadataMode: 'Replacing requires metadata or metadataJson.' },
    });
  }
  if (Object.keys(values).length === 0) {
    throw new AppError('VALIDATION_FAILED', 'At least one detail is required.');
  }
}

/**
 * The metadata after an edit. If a key is in both parts, `metadata` wins. Leaves out keys whose value is null or blank,
 * like a submission.
 *
 * @throws AppError VALIDATION_FAILED if the result exceeds the limit.
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

/** The names of edited fields, for the timeline. */
export function editedFields(edit: DetailsEdit): string[] {
  const names = Object.keys(edit).map((key) => (key.startsWith('metadata') ? 'metadata' : key));
  return [...new Set(names)];
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * The files of an output with new labels, each identified by key or URL. A blank label removes it.
 *
 * @throws AppError VALIDATION_FAILED that names every file that does not belong to this output.
 */
export function labelFiles(
  files: readonly FileData[],
  labels: NonNullable<DetailsEdit['attachments']>,
): readonly FileData[] {
  const labelled = new Map(files.map((file) => [file.key, file]));
  const fields: Record<string, string> = {};
  for (const [index, { key, label }] of labels.entries()) {
    const file = labelled.get(fileKeyOf(key));
    if (!file) fields[`attachments.${index}.key`] = 'Must be a file of this output.';
    else if (label !== undefined) {
      labelled.set(file.key, { ...file, label: label.trim() === '' ? null : label });
    }
  }
  if (Object.keys(fields).length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The output has no such file.', { fields });
  }
  return [...labelled.values()];
}

const PATH = '/api/media/';

/** The key in a key, path or URL. The host of a URL does not matter: only files of this output are searched. */
function fileKeyOf(text: string): string {
  const start = text.indexOf(PATH);
  if (start === -1) return text;
  const [rest = ''] = text.slice(start + PATH.length).split(/[?#]/, 1);
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}

const CODE_POINTS_MAX = 200;

/** The source of an excerpt: a bounded beginning, because a megabyte of it may be blank. */
export const EXCERPT_SOURCE_CHARACTERS = 2_000;

/** The beginning of a text on one line, null if it is blank. */
export function toExcerpt(text: string | null): string | null {
  const folded = (text ?? '').trim().replaceAll(/\s+/g, ' ');
  return Array.from(folded).slice(0, CODE_POINTS_MAX).join('').trimEnd() || null;
}

/** A callback URL is a capability: only the workspace token and admins see all of it. */
export function showCallbackUrl(url: string | null, principal: WorkspacePrincipal): string | null {
  if (url === null || seesWholeCallbackUrl(principal)) return url;
  return URL.canParse(url) ? `${new URL(url).origin}/…` : '…';
}

function seesWholeCallbackUrl(principal: WorkspacePrincipal): boolean {
  return principal.kind === 'user' ? principal.role === 'admin' : principal.name === null;
}
