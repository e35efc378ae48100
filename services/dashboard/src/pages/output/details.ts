import { changedFields } from '../../api/changed-fields.ts';
import type { BodyOf } from '../../api/client.ts';
import type { Output } from '../../outputs/queries.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The details of an output, as they stand in a form. */
export interface Details {
  readonly sessionId: string;
  readonly subjectId: string;
  readonly actorId: string;
  /** With commas between them. */
  readonly tags: string;
  /** JSON. */
  readonly metadata: string;
  /** By the key of the file. */
  readonly labels: Readonly<Record<string, string>>;
}

const INDENT = 2;

export function detailsOf(output: Output): Details {
  const { sessionId, subjectId, actorId, tags, metadata, attachments } = output;
  return {
    sessionId: sessionId ?? '',
    subjectId: subjectId ?? '',
    actorId: actorId ?? '',
    tags: tags.join(', '),
    metadata: JSON.stringify(metadata, null, INDENT),
    labels: Object.fromEntries(attachments.map(({ key, label }) => [key, label ?? ''])),
  };
}

/** What differs, as the API takes it; null while the metadata is no JSON object. */
export function changesOf(before: Details, after: Details): BodyOf<'editDetails'> | null {
  const [old, next] = [readObject(before.metadata), readObject(after.metadata)];
  if (old === null || next === null) return null;
  const ids = (['sessionId', 'subjectId', 'actorId'] as const).filter((name) =>
    isChanged(before[name], after[name]),
  );
  const attachments = Object.entries(after.labels)
    .filter(([key, label]) => isChanged(before.labels[key] ?? '', label))
    .map(([key, label]) => ({ key, label: label.trim() }));
  const given = changedFields(old, next);
  const metadataRemove = Object.keys(old).filter((key) => !Object.hasOwn(next, key));
  return {
    ...Object.fromEntries(ids.map((name) => [name, after[name].trim()])),
    ...(after.tags === before.tags ? {} : { tags: readTags(after.tags) }),
    ...(Object.keys(given).length === 0 ? {} : { metadataJson: given }),
    ...(metadataRemove.length === 0 ? {} : { metadataRemove }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

/** Blanks around it alone are no change, neither those that were typed nor those that came with the output. */
function isChanged(before: string, after: string): boolean {
  return after.trim() !== before.trim();
}

/** @returns null where it is no JSON object. */
export function readObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

function readTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
