import type { operations } from '../api/schema.d.ts';

type Body = NonNullable<operations['decideOutput']['requestBody']>['content']['application/json'];
/** As the API takes it. */
export const COMMENT_CHARACTERS_MAX = 2_000;

export type DecisionKind = NonNullable<Body['decision']>;

/** What a person has decided of one output. */
export interface NewDecision {
  readonly outputId: string;
  readonly decision: DecisionKind;
  readonly comment: string | null;
  readonly correctedOutput: string | null;
  /** Whether it takes the place of a decision that there is. */
  readonly isOverride: boolean;
  /** What the instructions are to learn from it. */
  readonly lesson: string | null;
}

/** Whose a decision is: another person at the same browser must not send it. */
export interface Owner {
  readonly userId: string;
  readonly workspaceId: string;
}

/** A decision on its way: shown as made, and for some seconds to be taken back. */
export interface HeldDecision extends NewDecision, Owner {
  readonly madeAt: number;
  /** The page that made it has gone, and nobody knows whether it arrived. */
  readonly isLeft?: true;
  readonly state: 'held' | 'sending' | 'waiting';
}

/** The body of the request that makes it. */
export function toBody({ decision, comment, correctedOutput, isOverride }: NewDecision): Body {
  return {
    decision,
    ...(comment === null ? {} : { comment }),
    ...(correctedOutput === null ? {} : { correctedOutput }),
    ...(isOverride ? { override: true } : {}),
  };
}
