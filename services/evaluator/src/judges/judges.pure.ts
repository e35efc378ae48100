import type { JudgeProvider } from '@output-review/contracts';

import { JudgeFailure } from './judge-failure.pure.ts';

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

/** The judges to choose from. */
export interface KnownJudges {
  readonly workspace: WorkspaceJudges;
  readonly operator: Judge | null;
  /** @throws Error if the key cannot be decrypted */
  readonly openKey: (entry: JudgeEntry, sealedKey: string) => string;
}

/**
 * Chooses the judge of a rule: the workspace's entry for the provider that the rule names, or else for its default
 * provider. Falls back to the operator's judge if there is no such entry. A rule may name another model.
 *
 * @throws JudgeFailure if there is none, or none with a key
 */
export function chooseJudge(wish: JudgeWish, known: KnownJudges): ChosenJudge {
  const { workspace, operator } = known;
  const { llmJudgeModel: model } = wish;
  const provider = wish.llmJudgeProvider ?? workspace.defaultProvider;
  const entry = workspace.entries.find((each) => each.provider === provider);
  if (entry) return judgeOfEntry(entry, model ?? entry.model, known);
  if (operator === null) throw new JudgeFailure('not_configured');
  if (provider !== null && provider !== operator.provider) throw new JudgeFailure('not_configured');
  return { ...operator, model: model ?? operator.model, owner: 'operator' };
}

/**
 * An entry with its own address or key is used with these only: the operator's key is only sent to the operator's
 * address.
 */
function judgeOfEntry(
  entry: JudgeEntry,
  model: string,
  { operator, openKey }: KnownJudges,
): ChosenJudge {
  const { provider, baseUrl, sealedKey } = entry;
  const prices = pricesOf(entry, model);
  if (sealedKey !== null) {
    const apiKey = openOrFail(() => openKey(entry, sealedKey));
    return { provider, model, baseUrl, apiKey, owner: 'workspace', ...prices };
  }
  if (baseUrl !== null && provider === 'openai_compatible') {
    return { provider, model, baseUrl, apiKey: null, owner: 'workspace', ...prices };
  }
  if (baseUrl === null && operator?.provider === provider) {
    return { ...operator, model, owner: 'operator', ...prices };
  }
  throw new JudgeFailure('no_key');
}

/** The prices of the entry's own model. Those of another model that a rule names are unknown. */
function pricesOf(entry: JudgeEntry, model: string): Pick<ChosenJudge, 'prices'> {
  const { inputPerMillion, outputPerMillion } = entry;
  if (model !== entry.model || inputPerMillion === null || outputPerMillion === null) return {};
  return { prices: { inputPerMillion, outputPerMillion } };
}

function openOrFail(open: () => string): string {
  try {
    return open();
  } catch {
    throw new JudgeFailure('key_unreadable');
  }
}
