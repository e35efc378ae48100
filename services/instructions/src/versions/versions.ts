import type {
  getOrSeedInstructions,
  restoreInstructionsVersion,
  saveInstructionsVersion,
  WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Database, Reply, RequestOf } from '@output-review/runtime';
import {
  type GatewayCaller,
  requireOpenPlace,
  transact,
  type Tx,
} from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import {
  activeInstructions,
  authorOf,
  type DocumentKey,
  type DocumentNames,
  type FoundDocument,
  noInstructions,
  type Place,
  presentDocument,
} from '../documents/documents.pure.ts';
import { findActive, lockDocument, readText } from '../documents/documents.sql.ts';
import { findDocument, findPlace, makePlace } from '../documents/documents.ts';
import { useNotes } from '../feedback/feedback.sql.ts';
import {
  notesNotQueued,
  noSuchVersion,
  versionConflict,
  type VersionText,
} from './versions.pure.ts';
import { addVersion, findText } from './versions.sql.ts';

/**
 * Finds the active version of a document. If there is none, the default becomes version 1. Of concurrent requests with
 * different defaults, one seeds, and all get its text.
 */
export async function getOrSeed(
  ctx: Context,
  request: RequestOf<typeof getOrSeedInstructions>,
): Promise<Reply<typeof getOrSeedInstructions>> {
  const { default: text = null, ...names } = request.body;
  if (text !== null) refuseReader(request.principal);
  const known = await findPlace(ctx, request, names);
  const found = known && (await findActive(ctx.db, known.key));
  if (found) return presentFound(ctx, { ...found, ...known });
  if (text === null) throw noInstructions(names);

  const place = await makePlace(ctx, request, names);
  const { name: createdBy } = authorOf(request.principal);
  await transact(ctx, async (tx) => {
    const active = await lockDocument(tx, place.key);
    if (active) return;
    await requireOpenPlace(tx, place.key.workspaceId, place.key);
    const origin = { source: 'seed', createdBy, teachComment: null, logId: null } as const;
    const createdAt = ctx.clock.now();
    await addVersion(tx, place.key, { active, text, origin, createdAt, by: request });
  });
  const seeded = await findActive(ctx.db, place.key);
  if (!seeded) throw new Error('The document is missing after it was seeded');
  return presentFound(ctx, { ...seeded, ...place });
}

/**
 * Saves a new version, which becomes the active one.
 *
 * @throws AppError VERSION_CONFLICT if the base is not the active version; NOT_FOUND if a note is not queued. Nothing
 * is saved then.
 */
export async function saveVersion(
  ctx: Context,
  request: RequestOf<typeof saveInstructionsVersion>,
): Promise<Reply<typeof saveInstructionsVersion>> {
  const { content: text, baseVersion, noteRefs = [], ...names } = request.body;
  const { teachComment = null, logId = null } = request.body;
  // Tools that cannot omit a number send 0.
  const base = baseVersion === 0 ? undefined : baseVersion;
  const place = await placeFor(ctx, request, { names, hasBase: base !== undefined });
  const { name: createdBy, source } = authorOf(request.principal);
  const saved = await transact(ctx, async (tx) => {
    const active = await lockDocument(tx, place.key);
    if (!active) await requireOpenPlace(tx, place.key.workspaceId, place.key);
    const number = active?.version ?? 0;
    if (base !== undefined && base !== number) throw versionConflict(number);

    const origin = { source, createdBy, teachComment, logId };
    const createdAt = ctx.clock.now();
    const next = await addVersion(tx, place.key, { active, text, origin, createdAt, by: request });
    await requireNotes(tx, place.key, { refs: noteRefs, version: next.version.version });
    return next;
  });
  return presentSaved(ctx, place, saved);
}

/**
 * Saves an old text as a new version, without its original reason.
 *
 * @throws AppError NO_INSTRUCTIONS or NOT_FOUND
 */
export async function restoreVersion(
  ctx: Context,
  request: RequestOf<typeof restoreInstructionsVersion>,
): Promise<Reply<typeof restoreInstructionsVersion>> {
  const { params, body: names } = request;
  const place = await findDocument(ctx, request, names);
  // Versions never change, so the old one may be read outside of the transaction.
  const { text } = await requireText(ctx.db, place.key, params.n);
  const { name: createdBy, source } = authorOf(request.principal);
  const restored = await transact(ctx, async (tx) => {
    const active = await lockDocument(tx, place.key);
    if (!active) throw noInstructions(names);
    const teachComment = `Restored version ${params.n}.`;
    const origin = { source, createdBy, teachComment, logId: null };
    const createdAt = ctx.clock.now();
    return addVersion(tx, place.key, { active, text, origin, createdAt, by: request });
  });
  return presentSaved(ctx, place, restored);
}

/** @throws AppError NOT_FOUND */
export async function requireText(
  db: Database,
  key: DocumentKey,
  number: number,
): Promise<VersionText> {
  const found = await findText(db, key, number);
  if (!found) throw noSuchVersion(number);
  return found;
}

/** The saved version, even if another one has been saved since. */
export async function presentSaved(
  { db }: Context,
  place: Place,
  { version, text }: VersionText,
): Promise<Reply<typeof saveInstructionsVersion>> {
  const active = await findActive(db, place.key);
  const hasPendingSuggestion = active?.hasPendingSuggestion ?? false;
  return replyWith({ ...place, version, hasPendingSuggestion }, text);
}

async function presentFound(
  { db }: Context,
  found: FoundDocument,
): Promise<Reply<typeof getOrSeedInstructions>> {
  return replyWith(found, await readText(db, found.key, found.version.version));
}

function replyWith(found: FoundDocument, text: string) {
  return {
    status: 200 as const,
    body: presentDocument(found, text),
    headers: activeInstructions(found.key, found.version),
  };
}

/** Whether a default seeds depends on other requests, so a read-only caller may not send a default at all. */
function refuseReader(principal: WorkspacePrincipal): void {
  if (principal.kind === 'user' || principal.scopes.includes('submit')) return;
  throw new AppError('FORBIDDEN', 'Only a token with the scope submit can send a default.');
}

/**
 * Creates nothing if there are instructions: a project whose deletion failed accepts nothing new for a while, except
 * versions of its existing instructions. A text based on a version cannot be the first one, so it creates no project or
 * task either.
 */
async function placeFor(
  ctx: Context,
  caller: GatewayCaller,
  { names, hasBase }: { readonly names: DocumentNames; readonly hasBase: boolean },
): Promise<Place> {
  const known = await findPlace(ctx, caller, names);
  if (known && (hasBase || (await findActive(ctx.db, known.key)))) return known;
  if (hasBase) throw versionConflict(0);
  return makePlace(ctx, caller, names);
}

async function requireNotes(
  tx: Tx,
  key: DocumentKey,
  { refs, version }: { readonly refs: readonly string[]; readonly version: number },
): Promise<void> {
  if (refs.length === 0) return;
  const used = new Set(await useNotes(tx, key, { refs: [...new Set(refs)], version }));
  const missing = refs.flatMap((ref, index) => (used.has(ref) ? [] : [[index, ref] as const]));
  if (missing.length > 0) throw notesNotQueued(missing);
}
