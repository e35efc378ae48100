import { api, ApiFailure, type BodyOf, take } from '../api/client.ts';
import type { operations } from '../api/schema.d.ts';
import type { Owner } from '../app/connection.ts';
import { texts as componentTexts } from '../components/texts.ts';
import { showToast } from '../components/toast-store.ts';
import type { AppliedRule } from '../outputs/queries.ts';
import type { Params } from './action-params.ts';
import { texts } from './texts.ts';

type Body = BodyOf<'decideOutput'>;
/** Source: the API contract. */
export const COMMENT_CHARACTERS_MAX = 2_000;

export type DecisionKind = NonNullable<Body['decision']>;

/** A person's decision on an output. */
export interface NewDecision {
  readonly outputId: string;
  readonly decision: DecisionKind;
  readonly comment: string | null;
  /** IDs of its reasons; absent without any. */
  readonly reasonIds?: readonly string[];
  /** Whether it replaces an existing decision. */
  readonly isOverride: boolean;
  /** Set to decide an output that another person has claimed. */
  readonly takesOver?: true;
  /** The lesson for the instructions. */
  readonly lesson: string | null;
}

/** A decision that is not sent yet: shown as made, and undoable for some seconds. */
export interface HeldDecision extends NewDecision, Owner {
  readonly madeAt: number;
  /** The lock of the tab that keeps it. */
  readonly tab?: string;
  /** Set if the page that made it is gone, so it is unknown whether it arrived. */
  readonly isLeft?: true;
  /** Set once it is answered: hidden until the lists are reloaded, and not sent again. */
  readonly isAnswered?: true;
  /** From a release that also held corrections. */
  readonly correctedOutput?: string | null;
  readonly state: 'held' | 'sending' | 'waiting';
}

/** The name of the comment draft for a decision on an output. */
export function noteOf(outputId: string): string {
  return `note.${outputId}`;
}

/** The value of the draft next to the comment if the comment should teach; otherwise it is empty. */
export const TEACHES = 'on';

export function teachingOf(outputId: string): string {
  return `teaching.${outputId}`;
}

/** The name of the lesson draft for a decided output. */
export function lessonOf(outputId: string): string {
  return `teach.${outputId}`;
}

/** The request body for a decision. */
export function toBody(held: HeldDecision): Body {
  const { decision, comment, correctedOutput = null, reasonIds = [], ...rest } = held;
  const { isOverride, takesOver } = rest;
  return {
    decision,
    ...(comment === null ? {} : { comment }),
    ...(correctedOutput === null ? {} : { correctedOutput }),
    ...(reasonIds.length === 0 ? {} : { reasonIds: [...reasonIds] }),
    ...(isOverride ? { override: true } : {}),
    ...(takesOver ? { takeOver: true } : {}),
  };
}

export const sendDecision = (id: string, body: Body) =>
  take(api.PATCH('/api/logs/{id}/decision', { params: { path: { id } }, body }));

interface Decided extends Partial<Correction> {
  readonly decision: DecisionKind | null;
}

/** Whether a decision is a redo: in the API, `changed` without a correction. */
export function asksForRedo({ decision, correctedOutput, correctedAction }: Decided): boolean {
  return decision === 'changed' && correctedOutput == null && correctedAction == null;
}

export function nameDecision(decision: DecisionKind, corrected: Partial<Correction>): string {
  const isRedo = asksForRedo({ ...corrected, decision });
  return isRedo ? componentTexts.redo : componentTexts.decision[decision];
}

/** A person's replacement for what the AI produced; null for parts that stay. */
export interface Correction {
  readonly correctedOutput: string | null;
  readonly correctedAction: { readonly params: Params } | null;
}

interface NewCorrection extends Correction {
  readonly isOverride: boolean;
  /** Whether to send it although rules do not pass it. */
  readonly confirmFlagged: boolean;
}

/** Sends a correction at once, since its author waits for the rules. */
export async function sendCorrection(outputId: string, correction: NewCorrection): Promise<void> {
  const { correctedOutput, correctedAction, isOverride, confirmFlagged } = correction;
  await sendDecision(outputId, {
    decision: 'changed',
    ...(correctedOutput === null ? {} : { correctedOutput }),
    ...(correctedAction === null ? {} : { correctedAction }),
    ...(isOverride ? { override: true } : {}),
    ...(confirmFlagged ? { confirmFlagged: true } : {}),
  });
}

type Refusal = operations['decideOutput']['responses'][409]['content']['application/json'];

/** The rules that did not pass a correction; null without an error or for other errors. */
export function notPassedBy(error: Error | null): readonly AppliedRule[] | null {
  if (!(error instanceof ApiFailure) || error.code !== 'CORRECTION_FLAGGED') return null;
  const { appliedRules = [] } = error.body as Refusal;
  return appliedRules.filter(({ outcome }) => outcome === 'failed' || outcome === 'error');
}

/** Queues a comment on a decided output as feedback for its instructions, and shows the result. */
export async function teach(outputId: string, comment: string): Promise<void> {
  const { notQueuedBecause } = await sendDecision(outputId, { teach: true, comment });
  if (notQueuedBecause === null) showToast(texts.teach.queued);
  else showToast(texts.teach.notQueued[notQueuedBecause], { tone: 'bad' });
}
