import { chooseJudge } from '../domain/judges/choose-judge.ts';
import type { ChosenJudge, JudgeWish } from '../domain/judges/judge.ts';
import { placeOfKey, type WorkspaceJudges } from '../domain/judges/workspace-judges.ts';
import type { EvaluatorOptions } from '../options.ts';

interface Asking {
  readonly workspaceId: string;
  readonly judges: WorkspaceJudges;
}

type JudgeChooser = (wish: JudgeWish, asking: Asking) => ChosenJudge;

/** Chooses between the operator's judge and those of a workspace, whose keys it opens where they are wanted. */
export const makeJudgeChooser =
  ({
    judging: { judge: operator },
    sealer,
  }: Pick<EvaluatorOptions, 'judging' | 'sealer'>): JudgeChooser =>
  (wish, { workspaceId, judges: workspace }) =>
    chooseJudge(wish, {
      ...{ workspace, operator },
      openKey: (entry, sealedKey) => sealer.open(sealedKey, placeOfKey(workspaceId, entry)),
    });
