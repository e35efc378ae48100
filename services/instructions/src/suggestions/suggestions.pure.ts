import type {
  AnswerOf,
  BadLabel,
  Draft,
  LabelCounts,
  LabelledOutput,
  listSuggestions,
  SuggestionSource,
  SuggestionState,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { DraftedNote } from '../feedback/feedback.pure.ts';

export interface SuggestedChange {
  readonly summary: string;
  readonly noteRefs: readonly string[];
  /** Numbers of the suggestion's outputs that it is based on, from 1; older suggestions have none. */
  readonly outputs?: readonly number[];
}

/** An output that a suggestion is based on. */
export interface SuggestedOutput {
  /** Null once it is deleted. */
  readonly logId: string | null;
  readonly decision: BadLabel;
  /** Names of the rules that failed, at the time of the evaluation. */
  readonly failedRules: readonly string[];
}

export interface Suggestion {
  readonly id: string;
  readonly state: SuggestionState;
  readonly baseVersion: number;
  readonly notes: readonly DraftedNote[];
  readonly outputs: readonly SuggestedOutput[];
  /** Counts of decisions about outputs of the version; null if they were not read. */
  readonly decisions: LabelCounts | null;
  /** Null if there is no draft. */
  readonly content: string | null;
  readonly changes: readonly SuggestedChange[];
  readonly failure: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** The stored result of writing a draft. */
export type KeptDraft = Pick<Suggestion, 'state' | 'content' | 'changes' | 'failure'>;

/** The stored reference to an output, without its texts, which are deleted with it. */
export function suggestedOutputOf({ id, decision, failedRules }: LabelledOutput): SuggestedOutput {
  return { logId: id, decision, failedRules };
}

/** The result for a model's answer, given the notes and outputs that it saw. */
export function keptOf(
  { draft, failure }: { readonly draft: Draft | null; readonly failure: string | null },
  { notes, outputs }: Pick<Suggestion, 'notes' | 'outputs'>,
): KeptDraft {
  if (!draft) return failed(failure ?? 'The model returned no draft.');
  const changes = draft.changes.map(({ summary, notes: cited, outputs: drawnFrom = [] }) => ({
    summary,
    // Numbered from 1. The evaluator has checked that they exist.
    noteRefs: [...new Set(cited)].flatMap((number) => notes[number - 1]?.ref ?? []),
    outputs: [...new Set(drawnFrom)].filter((number) => outputs[number - 1] !== undefined),
  }));
  return { state: 'ready', content: draft.content, changes, failure: null };
}

/** Why the model could not be asked. Does not reveal internal errors. */
export function failedBy(error: unknown): KeptDraft {
  return failed(
    error instanceof AppError
      ? error.message
      : 'The draft could not be written. Request a new one.',
  );
}

function failed(failure: string): KeptDraft {
  return { state: 'failed', content: null, changes: [], failure };
}

export function presentSuggestion(
  suggestion: Suggestion,
): AnswerOf<typeof listSuggestions>[number] {
  const { id, state, baseVersion, content, changes, failure, notes, outputs } = suggestion;
  return {
    ...{ id, state, baseVersion, content, failure },
    changes: changes.map(({ summary, noteRefs, outputs: drawnFrom = [] }) => ({
      ...{ summary, noteRefs: [...noteRefs] },
      outputIds: drawnFrom.flatMap((number) => outputs[number - 1]?.logId ?? []),
    })),
    noteRefs: notes.map(({ ref }) => ref),
    outputs: outputs.map(({ logId, decision, failedRules }) => ({
      ...{ id: logId, decision, failedRules: [...failedRules] },
    })),
    decisions: suggestion.decisions,
    ...{ createdBy: suggestion.createdBy, createdAt: suggestion.createdAt.toISOString() },
  };
}

export function noSuchSuggestion(): AppError {
  return new AppError('NOT_FOUND', 'There is no such suggestion.');
}

export function draftInProgress(): AppError {
  return new AppError(
    'DRAFT_IN_PROGRESS',
    'A draft of these instructions is already being written.',
  );
}

export function staleDraft(message: string): AppError {
  return new AppError('STALE_DRAFT', message);
}

export function noModel(): AppError {
  return new AppError(
    'NO_MODEL_CONFIGURED',
    'No model is configured to write a draft. You can still save a version yourself, with ' +
      'noteRefs.',
  );
}

export function nothingToDraftFrom(from: SuggestionSource, version: number): AppError {
  if (from === 'outputs') return noLabels(version);
  const others = from === 'both' ? `, and ${noLabelsText(version)}` : '';
  return new AppError('NO_NOTES', `There are no queued notes to draft from${others}.`);
}

export function noLabels(version: number): AppError {
  return new AppError('NO_LABELS', `There is nothing to draft from: ${noLabelsText(version)}.`);
}

const noLabelsText = (version: number) =>
  `nobody has rejected or changed an output that ran under version ${version}`;

/** A version was saved while outputs of the previous one were read. */
export function versionMovedOn(): AppError {
  return new AppError('UNAVAILABLE', 'A new version was saved just now. Request the draft again.', {
    retryAfterSeconds: 1,
  });
}
