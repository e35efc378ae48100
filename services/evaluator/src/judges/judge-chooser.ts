import type { Encryptor } from '@output-review/runtime';

import {
  chooseJudge,
  type ChosenJudge,
  type Judge,
  type JudgeWish,
  placeOfKey,
  type WorkspaceJudges,
} from './judges.pure.ts';

interface ChoosingWorkspace {
  readonly workspaceId: string;
  /** Whom it lets judge. */
  readonly judges: WorkspaceJudges;
}

/** Chooses between the operator's judge and those of a workspace, whose keys it opens where they are wanted. */
export class JudgeChooser {
  readonly #operator: Judge | null;
  readonly #encryptor: Pick<Encryptor, 'open'>;

  constructor(operator: Judge | null, encryptor: Pick<Encryptor, 'open'>) {
    this.#operator = operator;
    this.#encryptor = encryptor;
  }

  /** @throws JudgeFailure where there is none, or none with a key. */
  choose(wish: JudgeWish, { workspaceId, judges: workspace }: ChoosingWorkspace): ChosenJudge {
    return chooseJudge(wish, {
      ...{ workspace, operator: this.#operator },
      openKey: (entry, sealedKey) =>
        this.#encryptor.open(sealedKey, placeOfKey(workspaceId, entry)),
    });
  }
}
