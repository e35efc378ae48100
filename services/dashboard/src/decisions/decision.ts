import type { operations } from '../api/schema.d.ts';

type Body = NonNullable<operations['decideOutput']['requestBody']>['content']['application/json'];
export type DecisionKind = NonNullable<Body['decision']>;

/** What a person has decided of one output. */
export interface NewDecision {
  readonly outputId: string;
  readonly decision: DecisionKind;
  readonly comment: string | null;
  readonly correctedOutput: string | null;
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
export function toBody({ decision, comment, correctedOutput }: NewDecision): Body {
  return {
    decision,
    ...(comment === null ? {} : { comment }),
    ...(correctedOutput === null ? {} : { correctedOutput }),
  };
}
