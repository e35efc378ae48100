import { changedFields } from '../../api/change.ts';
import type { BodyOf } from '../../api/client.ts';
import { formatJson, type ReadDraft, readDraft } from '../../decisions/action-params.ts';
import type { Output } from '../../outputs/queries.ts';

/** The details of an output as form values. */
export type Details = Readonly<ReturnType<typeof detailsOf>>;

export function detailsOf(output: Output) {
  const { sessionId, subjectId, actorId, tags, metadata, attachments } = output;
  return {
    sessionId: sessionId ?? '',
    subjectId: subjectId ?? '',
    actorId: actorId ?? '',
    tags: tags.join(', '),
    metadata: formatJson(metadata),
    // By file key.
    labels: Object.fromEntries(attachments.map(({ key, label }) => [key, label ?? ''])),
  };
}

/** The changed fields for the API; null while the metadata is invalid. */
export function changesOf(before: Details, after: Details): BodyOf<'editDetails'> | null {
  const [old, next] = [readMetadata(before.metadata).params, readMetadata(after.metadata).params];
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

/** Ignores surrounding whitespace, both typed and original. */
function isChanged(before: string, after: string): boolean {
  return after.trim() !== before.trim();
}

/** The typed metadata, or its error. */
export function readMetadata(text: string): ReadDraft {
  return readDraft({ kind: 'json', text: text.trim() === '' ? '{}' : text });
}

function readTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
