import type { JudgedContentData, RuleOutcome, RuleType } from '@output-review/contracts';

import type { ApplicableRule } from '../engine/compile-rule.ts';

/** Sent to the process. */
export type ProcessRequest = SettleRequest | CheckRequest;

/** Asks to settle these rules on this output. */
export interface SettleRequest {
  readonly kind: 'settle';
  readonly id: number;
  /** Identifies the rules, which are sent along only if the process may not have them. */
  readonly key: string;
  readonly rules: readonly ApplicableRule[] | null;
  readonly content: JudgedContentData;
  readonly evaluatedAt: Date;
}

/** Asks whether a rule of this type works with this value. */
export interface CheckRequest {
  readonly kind: 'check';
  readonly id: number;
  readonly type: RuleType;
  readonly value: string;
}

/** Sent by the process. */
export type ProcessMessage =
  | { readonly kind: 'ready' }
  /** It no longer has the rules of this key. */
  | { readonly kind: 'unknown'; readonly id: number }
  /** Settled rules, with more to follow. */
  | { readonly kind: 'settled'; readonly id: number; readonly rules: readonly SettledRules[] }
  /** What a valid value would be; null if the value is valid. */
  | {
      readonly kind: 'checked';
      readonly id: number;
      readonly fault: string | null;
      readonly bytes: number;
    }
  /** The last settled rules, and the memory size of the process. */
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly rules: readonly SettledRules[];
      readonly bytes: number;
    };

/** Results of rules. All lists have the same order. */
export interface SettledRules {
  /** The indexes of the rules in the request. */
  readonly places: Uint32Array;
  readonly latenciesMs: Float64Array;
  /** Null for rules that passed. */
  readonly endings: readonly ({
    readonly outcome: Exclude<RuleOutcome, 'passed'>;
    readonly summary: string;
  } | null)[];
}
