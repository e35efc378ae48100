import type { ChosenJudge, Judge, JudgeWish } from './judge.ts';
import { JudgeFailure } from './judge-failure.ts';
import type { JudgeEntry, WorkspaceJudges } from './workspace-judges.ts';

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
