import type { JudgeProvider } from '@output-review/contracts';

/** A model that judges: its provider, address and key. */
export interface Judge {
  readonly provider: JudgeProvider;
  readonly model: string;
  /** As OpenAI clients expect it (`…/v1`); null for the provider's own. */
  readonly baseUrl: string | null;
  /** Null if the server requires none. */
  readonly apiKey: string | null;
}

/** The judge of a rule, and who owns its address and key: a workspace's calls are guarded. */
export interface ChosenJudge extends Judge {
  readonly owner: 'operator' | 'workspace';
  /** Omitted if unknown. */
  readonly prices?: TokenPrices;
}

/** US dollars per million tokens. */
interface TokenPrices {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** The judge that a rule asks for; null for the configured default. */
export interface JudgeWish {
  readonly llmJudgeProvider: string | null;
  readonly llmJudgeModel: string | null;
}

/** One provider that a workspace has configured. */
export interface JudgeEntry {
  readonly provider: JudgeProvider;
  readonly model: string;
  /** Null for the provider's own. */
  readonly baseUrl: string | null;
  /** Encrypted for `placeOfKey`; null if there is none. */
  readonly sealedKey: string | null;
  /** US dollars per million tokens of the model; null if not set. */
  readonly inputPerMillion: number | null;
  readonly outputPerMillion: number | null;
}

/** The judge settings of a workspace. */
export interface WorkspaceJudges {
  /** One of the entries; null for the operator's judge. */
  readonly defaultProvider: JudgeProvider | null;
  /** In order, one per provider. */
  readonly entries: readonly JudgeEntry[];
  /** Whether to skip judges if an exact rule has failed. */
  readonly skipsWhenFlagged: boolean;
}

export const NO_JUDGES_OF_ITS_OWN: WorkspaceJudges = {
  defaultProvider: null,
  entries: [],
  skipsWhenFlagged: false,
};

/** Binds an encrypted key to its place: in another workspace, provider or address it cannot be decrypted. */
export function placeOfKey(
  workspaceId: string,
  { provider, baseUrl }: Pick<JudgeEntry, 'provider' | 'baseUrl'>,
): string {
  return `judge key ${workspaceId} ${provider} ${baseUrl ?? ''}`;
}
