import { api, ApiFailure, type BodyOf, take } from '../api/client.ts';
import type { operations } from '../api/schema.d.ts';
import type { Owner } from '../app/connection.ts';
import { texts as componentTexts } from '../components/texts.ts';
import { showToast } from '../components/toast-store.ts';
import type { AppliedRule } from '../outputs/queries.ts';
import type { Params } from './action-params.ts';
import { texts } from './texts.ts';

type Body = BodyOf<'decideOutput'>;
/** As the API takes it. */
export const COMMENT_CHARACTERS_MAX = 2_000;

export type DecisionKind = NonNullable<Body['decision']>;

/** What a person has decided of one output. */
export interface NewDecision {
  readonly outputId: string;
  readonly decision: DecisionKind;
  readonly comment: string | null;
  /** IDs of the reasons that it gives; absent where it gives none. */
  readonly reasonIds?: readonly string[];
  /** Whether it takes the place of a decision that there is. */
  readonly isOverride: boolean;
  /** Whether also what another person has claimed. */
  readonly takesOver?: true;
  /** What the instructions are to learn from it. */
  readonly lesson: string | null;
}

/** A decision on its way: shown as made, and for some seconds to be taken back. */
export interface HeldDecision extends NewDecision, Owner {
  readonly madeAt: number;
  /** The page that made it has gone, and nobody knows whether it arrived. */
  readonly isLeft?: true;
  /** It is hidden until the lists have been told, and is not sent again. */
  readonly isAnswered?: true;
  /** Of a page that held corrections too. */
  readonly correctedOutput?: string | null;
  readonly state: 'held' | 'sending' | 'waiting';
}

/** The draft of the comment that goes with the decision of an output. */
export function noteOf(outputId: string): string {
  return `note.${outputId}`;
}

/** What the draft beside it says where the comment is to teach; else it is empty. */
export const TEACHES = 'on';

export function teachingOf(outputId: string): string {
  return `teaching.${outputId}`;
}

/** The draft of what its instructions are to learn from a decided output. */
export function lessonOf(outputId: string): string {
  return `teach.${outputId}`;
}

/** The body of the request that makes it. */
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

/** Whether a decision asks for a redo: to the API it is one that corrects nothing. */
export function asksForRedo({ decision, correctedOutput, correctedAction }: Decided): boolean {
  return decision === 'changed' && correctedOutput == null && correctedAction == null;
}

export function nameDecision(decision: DecisionKind, corrected: Partial<Correction>): string {
  const isRedo = asksForRedo({ ...corrected, decision });
  return isRedo ? componentTexts.redo : componentTexts.decision[decision];
}

/** What a person wrote instead of what the AI did; null where that stays. */
export interface Correction {
  readonly correctedOutput: string | null;
  readonly correctedAction: { readonly params: Params } | null;
}

interface NewCorrection extends Correction {
  readonly isOverride: boolean;
  /** Whether it is wanted although rules do not pass it. */
  readonly confirmFlagged: boolean;
}

/** Decides by a correction, at once: whoever corrects waits for what the rules say. */
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

/** The rules that did not pass a correction; null where it failed for another reason, or not at all. */
export function notPassedBy(error: Error | null): readonly AppliedRule[] | null {
  if (!(error instanceof ApiFailure) || error.code !== 'CORRECTION_FLAGGED') return null;
  const { appliedRules = [] } = error.body as Refusal;
  return appliedRules.filter(({ outcome }) => outcome === 'failed' || outcome === 'error');
}

/** Has a comment on a decided output queued as feedback for its instructions, and says what came of it. */
export async function teach(outputId: string, comment: string): Promise<void> {
  const { notQueuedBecause } = await sendDecision(outputId, { teach: true, comment });
  if (notQueuedBecause === null) showToast(texts.teach.queued);
  else showToast(texts.teach.notQueued[notQueuedBecause], { tone: 'bad' });
}
