import type { JudgeProvider } from '@output-review/contracts';

/** A model that judges: who serves it, where, and with which key. */
export interface Judge {
  readonly provider: JudgeProvider;
  readonly model: string;
  /** As OpenAI clients take it (`…/v1`); null for the provider's own. */
  readonly baseUrl: string | null;
  /** Null where the server wants none. */
  readonly apiKey: string | null;
}

/** The judge of a rule, and whose address and key it is: a workspace's calls are guarded. */
export interface ChosenJudge extends Judge {
  readonly owner: 'operator' | 'workspace';
  /** Left out where they are not known. */
  readonly prices?: TokenPrices;
}

/** US dollars for a million tokens. */
interface TokenPrices {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** Which judge a rule wants; null is whatever is configured. */
export interface JudgeWish {
  readonly llmJudgeProvider: string | null;
  readonly llmJudgeModel: string | null;
}
