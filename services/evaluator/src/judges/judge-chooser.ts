import type { Encryptor } from '@output-review/runtime';

import { JudgeFailure } from './judge-failure.pure.ts';
import {
  type ChosenJudge,
  type Judge,
  type JudgeEntry,
  type JudgeWish,
  placeOfKey,
  type WorkspaceJudges,
} from './judges.pure.ts';

interface ChoosingWorkspace {
  readonly workspaceId: string;
  /** Its judge settings. */
  readonly judges: WorkspaceJudges;
}

/** Chooses between the operator's judge and those of a workspace. Decrypts keys only when they are needed. */
export class JudgeChooser {
  readonly #operator: Judge | null;
  readonly #encryptor: Pick<Encryptor, 'open'>;

  constructor(operator: Judge | null, encryptor: Pick<Encryptor, 'open'>) {
    this.#operator = operator;
    this.#encryptor = encryptor;
  }

  /**
   * Chooses the judge of a rule: the workspace's entry for the provider that the rule names, or else for its default
   * provider. Falls back to the operator's judge if there is no such entry. A rule may name another model.
   *
   * @throws JudgeFailure if there is none, or none with a key
   */
  choose(wish: JudgeWish, { workspaceId, judges }: ChoosingWorkspace): ChosenJudge {
    const { llmJudgeModel: model } = wish;
    const provider = wish.llmJudgeProvider ?? judges.defaultProvider;
    const entry = judges.entries.find((each) => each.provider === provider);
    if (entry) return this.#judgeOfEntry(workspaceId, entry, model ?? entry.model);
    const operator = this.#operator;
    if (!operator || (provider !== null && provider !== operator.provider)) {
      throw new JudgeFailure('not_configured');
    }
    return { ...operator, model: model ?? operator.model, owner: 'operator' };
  }

  /**
   * An entry with its own address or key is used with these only: the operator's key is only sent to the operator's
   * address.
   */
  #judgeOfEntry(workspaceId: string, entry: JudgeEntry, model: string): ChosenJudge {
    const { provider, baseUrl, sealedKey } = entry;
    const prices = pricesOf(entry, model);
    if (sealedKey !== null) {
      const apiKey = this.#openKey(sealedKey, placeOfKey(workspaceId, entry));
      return { provider, model, baseUrl, apiKey, owner: 'workspace', ...prices };
    }
    if (baseUrl !== null && provider === 'openai_compatible') {
      return { provider, model, baseUrl, apiKey: null, owner: 'workspace', ...prices };
    }
    if (baseUrl === null && this.#operator?.provider === provider) {
      return { ...this.#operator, model, owner: 'operator', ...prices };
    }
    throw new JudgeFailure('no_key');
  }

  #openKey(sealedKey: string, place: string): string {
    try {
      return this.#encryptor.open(sealedKey, place);
    } catch {
      throw new JudgeFailure('key_unreadable');
    }
  }
}

/** The prices of the entry's own model. Those of another model that a rule names are unknown. */
function pricesOf(entry: JudgeEntry, model: string): Pick<ChosenJudge, 'prices'> {
  const { inputPerMillion, outputPerMillion } = entry;
  if (model !== entry.model || inputPerMillion === null || outputPerMillion === null) return {};
  return { prices: { inputPerMillion, outputPerMillion } };
}
