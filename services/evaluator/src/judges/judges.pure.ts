import type { JudgeProvider } from '@output-review/contracts';

import { JudgeFailure } from './judge-failure.pure.ts';

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

/** Who may be asked. */
export interface KnownJudges {
  readonly workspace: WorkspaceJudges;
  readonly operator: Judge | null;
  /** @throws Error where the key cannot be opened. */
  readonly openKey: (entry: JudgeEntry, sealedKey: string) => string;
}

/**
 * The judge that a rule is put to: the workspace's entry for the provider that the rule names, or else
 * for its default one; the operator's where there is no such entry. A rule may name another model.
 *
 * @throws JudgeFailure where there is none, or none with a key.
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
 * An entry with an address or a key of its own is asked with these alone: the operator's key goes to
 * the operator's address and nowhere else.
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

/** They are those of the entry's own model: of another one that a rule names nobody knows them. */
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
