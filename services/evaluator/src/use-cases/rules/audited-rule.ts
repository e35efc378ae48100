import { asIs, type KnownState } from '@output-review/runtime';

import type { Rule } from '../../domain/rule.ts';

/** What the audit keeps of a rule. */
export const auditedRule = ({
  type,
  projectId,
  taskId,
  llmJudgeProvider,
  ...rule
}: Rule): KnownState => ({
  type: asIs(type),
  projectId: asIs(projectId),
  taskId: asIs(taskId),
  llmJudgeProvider: asIs(llmJudgeProvider),
  llmJudgeModel: rule.llmJudgeModel,
  name: rule.name,
  value: rule.value,
  description: rule.description,
  isActive: rule.isActive,
  judgeFiles: rule.judgeFiles,
  version: rule.version,
});
