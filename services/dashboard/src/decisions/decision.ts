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

/** A decision on its way: shown as made, and for some seconds to be taken back. */
export interface HeldDecision extends NewDecision {
  /** Whose it is: another person at the same browser must not send it. */
  readonly userId: string;
  readonly workspaceId: string;
  readonly madeAt: number;
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
