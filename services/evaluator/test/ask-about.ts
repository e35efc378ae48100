import type { AppliedRule, JudgedContentData, JudgeProvider } from '@output-review/contracts';

import { type Evaluation, evaluationOf } from '../src/engine/evaluation.ts';
import { NO_JUDGED_FILES } from '../src/engine/judged-files.ts';
import { judgedMaterialOf } from '../src/engine/judged-material.ts';
import { JudgeChooser } from '../src/judges/judge-chooser.ts';
import { DEFAULT_JUDGE_SETTINGS } from '../src/judges/judge-config.ts';
import { type Judge, NO_JUDGES_OF_ITS_OWN } from '../src/judges/judges.pure.ts';
import { JudgeCaller } from '../src/judging/ask-judge.ts';
import { settleByJudge } from '../src/judging/settle-by-judge.pure.ts';
import { askModel, judgeOf, KEY } from './ask-vendor.ts';
import { aRule, NOTHING } from './settle-rule.ts';

export interface QuestionAbout {
  readonly provider: JudgeProvider;
  readonly baseUrl?: string;
  readonly content?: Partial<JudgedContentData>;
  /** The provider that the rule asks for; null for the default. */
  readonly wish?: JudgeProvider | null;
  readonly judge?: Partial<Judge>;
  readonly callMs?: number;
}

/** Judges an output once with the operator's judge of a vendor, from the output to the evaluation. */
export async function judgeOnce({
  provider,
  baseUrl,
  content = {},
  wish = null,
  judge = {},
  callMs = 5_000,
}: QuestionAbout): Promise<{ readonly rule: AppliedRule; readonly evaluation: Evaluation }> {
  const operator = judgeOf(provider, { ...(baseUrl !== undefined && { baseUrl }), ...judge });
  const caller = new JudgeCaller({
    chooser: new JudgeChooser(operator, { open: () => KEY }),
    askModel,
    pauses: DEFAULT_JUDGE_SETTINGS.pausesInCall,
  });
  const criterion = { type: 'llm_judge', value: 'No refunds are promised.' } as const;
  const rule = aRule({ ...criterion, name: 'Tone', llmJudgeProvider: wish });
  const asked = await caller.ask(
    {
      ...{ workspaceId: 'w', judges: NO_JUDGES_OF_ITS_OWN, rule },
      material: judgedMaterialOf({ ...NOTHING, output: 'Money back!', ...content }, []),
      files: NO_JUDGED_FILES,
    },
    { callMs, triesMax: 1, signal: new AbortController().signal },
  );
  const settled = settleByJudge(rule, asked);
  return { rule: settled, evaluation: evaluationOf([settled]) };
}
