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

  /** @throws JudgeFailure if there is none, or none with a key */
  choose(wish: JudgeWish, { workspaceId, judges: workspace }: ChoosingWorkspace): ChosenJudge {
    return chooseJudge(wish, {
      ...{ workspace, operator: this.#operator },
      openKey: (entry, sealedKey) =>
        this.#encryptor.open(sealedKey, placeOfKey(workspaceId, entry)),
    });
  }
}
