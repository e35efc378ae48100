import type { JudgedContentData, RuleOutcome, RuleType } from '@output-review/contracts';

import type { ApplicableRule } from '../engine/compile-rule.ts';

/** To the process. */
export type ProcessRequest = SettleRequest | CheckRequest;

/** Settle these rules on this output. */
export interface SettleRequest {
  readonly kind: 'settle';
  readonly id: number;
  /** Names the rules; they come with it where the process need not have them. */
  readonly key: string;
  readonly rules: readonly ApplicableRule[] | null;
  readonly content: JudgedContentData;
  readonly evaluatedAt: Date;
}

/** Can a rule of this type work with this value? */
export interface CheckRequest {
  readonly kind: 'check';
  readonly id: number;
  readonly type: RuleType;
  readonly value: string;
}

/** From the process. */
export type ProcessMessage =
  | { readonly kind: 'ready' }
  /** It no longer has the rules of this key. */
  | { readonly kind: 'unknown'; readonly id: number }
  /** Rules that are settled; there is more of it. */
  | { readonly kind: 'settled'; readonly id: number; readonly rules: readonly SettledRules[] }
  /** What would be right for a value, null where it is. */
  | {
      readonly kind: 'checked';
      readonly id: number;
      readonly fault: string | null;
      readonly bytes: number;
    }
  /** The last of them, and how much memory the process has. */
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly rules: readonly SettledRules[];
      readonly bytes: number;
    };

/** How rules ended; each list has the same order. */
export interface SettledRules {
  /** The places of the rules in the request. */
  readonly places: Uint32Array;
  readonly latenciesMs: Float64Array;
  /** Null for those that passed. */
  readonly endings: readonly ({
    readonly outcome: Exclude<RuleOutcome, 'passed'>;
    readonly summary: string;
  } | null)[];
}
