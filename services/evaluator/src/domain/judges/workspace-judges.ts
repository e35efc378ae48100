import type { JudgeProvider } from '@output-review/contracts';

/** One provider that a workspace has configured. */
export interface JudgeEntry {
  readonly provider: JudgeProvider;
  readonly model: string;
  /** Null for the provider's own. */
  readonly baseUrl: string | null;
  /** Sealed for `placeOfKey`; null where there is none. */
  readonly sealedKey: string | null;
  /** US dollars for a million tokens of the model; null where nobody has said. */
  readonly inputPerMillion: number | null;
  readonly outputPerMillion: number | null;
}

/** What a workspace has said about who judges. */
export interface WorkspaceJudges {
  /** One of the entries; null for the operator's judge. */
  readonly defaultProvider: JudgeProvider | null;
  /** In their order, one a provider. */
  readonly entries: readonly JudgeEntry[];
  /** Whether judges are left alone where an exact rule has failed. */
  readonly skipsWhenFlagged: boolean;
}

export const NO_JUDGES_OF_ITS_OWN: WorkspaceJudges = {
  defaultProvider: null,
  entries: [],
  skipsWhenFlagged: false,
};

/** What a key is sealed for: moved to another workspace, provider or address it cannot be opened. */
export function placeOfKey(
  workspaceId: string,
  { provider, baseUrl }: Pick<JudgeEntry, 'provider' | 'baseUrl'>,
): string {
  return `judge key ${workspaceId} ${provider} ${baseUrl ?? ''}`;
}
