import {
  type BodyOf,
  INSTRUCTIONS_BYTES_MAX,
  INTERNAL_OPERATIONS,
  type LabelCounts,
  type LabelledOutput,
  type requestSuggestion,
} from '@output-review/contracts';
import {
  newId,
  type Reply,
  type RequestOf,
  retryTransient,
  type Transaction,
} from '@output-review/runtime';
import { type GatewayCaller, takeModelCall, transact } from '@output-review/shared-kernel';

import { type Context, job } from '../context.ts';
import { authorOf, type DocumentKey, noInstructions } from '../documents/documents.pure.ts';
import { findActive, linkOutputs, lockDocument, readText } from '../documents/documents.sql.ts';
import { requirePlace } from '../documents/documents.ts';
import type { ReadNote } from '../feedback/feedback.pure.ts';
import { readNotes } from '../feedback/feedback.sql.ts';
import type { DraftSignals } from './active-drafts.ts';
import {
  draftInProgress,
  failedBy,
  type KeptDraft,
  keptOf,
  noLabels,
  noModel,
  nothingToDraftFrom,
  type Suggestion,
  suggestedOutputOf,
  versionMovedOn,
} from './suggestions.pure.ts';
import {
  failLost,
  findSuggestion,
  insertSuggestion,
  isDrafting,
  keepDraft,
} from './suggestions.sql.ts';

/** A draft to write now. */
interface DraftTask {
  readonly key: DocumentKey;
  readonly suggestion: Suggestion;
  /** The text of the version that it is based on. */
  readonly content: string;
  readonly notes: readonly ReadNote[];
  /** With their texts, which are not stored. */
  readonly outputs: readonly LabelledOutput[];
}

// More than a person reads at once. In total, the comments are no longer than a text may be.
const NOTES_MAX = 100;

/**
 * Starts a draft from the oldest queued notes, from outputs that people rejected or changed, or from both. It is
 * written in the background.
 *
 * @throws AppError NO_INSTRUCTIONS, NO_NOTES, NO_LABELS, NO_MODEL_CONFIGURED, DRAFT_IN_PROGRESS, RATE_LIMITED
 */
export async function beginDraft(
  ctx: Context,
  request: RequestOf<typeof requestSuggestion>,
): Promise<Reply<typeof requestSuggestion>> {
  const { from = 'notes', ...names } = request.body;
  const { key } = await requirePlace(ctx, request, names);
  const { principal, assertion, requestId } = request;
  if (!(await hasModel(ctx, request))) throw noModel();
  const labelled = from === 'notes' ? null : await readLabelled(ctx, request, key);
  if (from === 'outputs' && labelled?.outputs.length === 0) throw noLabels(labelled.version);
  const material = { key, body: request.body, labelled };
  // What is refused does not count as a model call.
  await ctx.db.transaction((tx) => readMaterial(tx, { ...material, isStarting: false }));
  await takeModelCall(ctx.gateway, request);
  const task = await transact(ctx, async (tx): Promise<DraftTask> => {
    const { active, notes, outputs } = await readMaterial(tx, { ...material, isStarting: true });
    const suggestion: Suggestion = {
      ...{ id: newId(), state: 'drafting', baseVersion: active.version },
      notes: notes.map(({ seq, revision, ref }) => ({ seq, revision, ref })),
      outputs: outputs.map(suggestedOutputOf),
      decisions: labelled?.decisions ?? null,
      ...{ content: null, changes: [], failure: null },
      ...{ createdBy: authorOf(principal).name, createdAt: ctx.clock.now() },
    };
    await insertSuggestion(tx, key, suggestion);
    const content = await readText(tx, key, active.version);
    return { key, suggestion, content, notes, outputs };
  });
  const caller = { principal, assertion, requestId };
  ctx.drafts.begin((signals) => writeDraft(ctx, task, { ...caller, ...signals }));
  return { status: 202, body: { id: task.suggestion.id, state: 'drafting' } };
}

/** Decisions about outputs that ran under the active version. */
interface Labelled {
  /** The active version when they were read. */
  readonly version: number;
  readonly decisions: LabelCounts;
  /** The latest rejected or changed outputs, with their texts. */
  readonly outputs: readonly LabelledOutput[];
}

/** @throws AppError NO_INSTRUCTIONS; UNAVAILABLE if review is down */
async function readLabelled(
  { db, review }: Context,
  { body, assertion, requestId }: RequestOf<typeof requestSuggestion>,
  key: DocumentKey,
): Promise<Labelled> {
  const active = await findActive(db, key);
  if (!active) throw noInstructions(body);
  const { version } = active.version;
  const { counts, outputs } = await review.call(INTERNAL_OPERATIONS.readLabels, {
    ...{ assertion, requestId },
    body: { ...key, sinceVersion: version },
  });
  return { version, decisions: counts, outputs };
}

interface MaterialQuery {
  readonly key: DocumentKey;
  readonly body: BodyOf<typeof requestSuggestion>;
  readonly labelled: Labelled | null;
  /** Whether the outputs are linked. Otherwise, those that were deleted since they were read are included. */
  readonly isStarting: boolean;
}

/** Locks the document. @throws AppError if no draft of it can be started */
async function readMaterial(tx: Transaction, { key, body, labelled, isStarting }: MaterialQuery) {
  const { from = 'notes', ...names } = body;
  const active = await lockDocument(tx, key);
  if (!active) throw noInstructions(names);
  if (labelled && labelled.version !== active.version) throw versionMovedOn();
  if (await isDrafting(tx, key)) throw draftInProgress();
  const read = labelled?.outputs ?? [];
  const outputs = isStarting ? await linkPresent(tx, key, read) : read;
  const notes = from === 'outputs' ? [] : await readNotes(tx, key, NOTES_MAX);
  if (notes.length + outputs.length === 0) throw nothingToDraftFrom(from, active.version);
  return { active, notes, outputs };
}

/** The outputs that were not deleted since they were read. */
async function linkPresent(
  tx: Transaction,
  { workspaceId }: DocumentKey,
  outputs: readonly LabelledOutput[],
): Promise<LabelledOutput[]> {
  const ids = outputs.map(({ id }) => id);
  const present = await linkOutputs(tx, workspaceId, ids);
  return outputs.filter(({ id }) => present.has(id));
}

/**
 * Fails drafts of killed processes, for which users have waited for minutes. A draft that was only delayed by a
 * database outage is still stored afterwards.
 */
export const failLostDrafts = job({
  name: 'lost drafts',
  everyMs: 10_000,
  run: ({ db }) => failLost(db),
});

type DraftCaller = GatewayCaller & DraftSignals;

/** Writes a draft that was started, and stores the result. */
async function writeDraft(ctx: Context, task: DraftTask, caller: DraftCaller): Promise<void> {
  const { suggestion, content, notes, outputs } = task;
  const question = {
    content,
    notes: notes.map(({ comment, author }) => ({ comment, author })),
    ...(outputs.length > 0 && {
      labelled: {
        approved: suggestion.decisions?.approved ?? 0,
        outputs: outputs.map(({ id: _id, ...texts }) => texts),
      },
    }),
  };
  const kept = await askForDraft(ctx, question, caller).then(
    (answer) => keptOf(answer, suggestion),
    failedBy,
  );
  // Retries through outages, since the model call was paid for.
  await retryTransient(() => keepWritten(ctx, task, kept), {
    signal: caller.late,
    onOutage: (err) =>
      ctx.log.warn({ err, id: suggestion.id }, 'draft is waiting for an outage to end'),
  });
}

/** Also stores a draft that was given up meanwhile like one of a killed process. A dismissed one stays dismissed. */
function keepWritten(
  ctx: Context,
  { key, suggestion: { id } }: DraftTask,
  kept: KeptDraft,
): Promise<void> {
  return transact(ctx, async (tx) => {
    await lockDocument(tx, key);
    const present = await findSuggestion(tx, key, id);
    if (present?.state !== 'drafting' && present?.state !== 'failed') return;
    await keepDraft(tx, key, { ...kept, id });
  });
}

type DraftQuestion = Omit<
  BodyOf<typeof INTERNAL_OPERATIONS.draftInstructions>,
  'workspaceId' | 'bytesMax'
>;

/** Asks the evaluator for a draft, since keys of models never leave it. */
function askForDraft(
  { evaluator }: Context,
  question: DraftQuestion,
  { principal: { workspaceId }, assertion, requestId, stopping }: DraftCaller,
) {
  const { draftInstructions } = INTERNAL_OPERATIONS;
  return evaluator.call(draftInstructions, {
    body: { workspaceId, ...question, bytesMax: INSTRUCTIONS_BYTES_MAX },
    ...{ assertion, requestId, signal: stopping },
    timeoutMs: draftInstructions.answersWithinMs,
  });
}

async function hasModel(
  { evaluator }: Context,
  { principal: { workspaceId }, assertion, requestId }: GatewayCaller,
): Promise<boolean> {
  const options = { assertion, requestId, body: { workspaceId } };
  return (await evaluator.call(INTERNAL_OPERATIONS.findModel, options)).isConfigured;
}
