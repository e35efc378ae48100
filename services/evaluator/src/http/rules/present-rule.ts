import type { AnswerOf, getRule } from '@output-review/contracts';

import type { NamedRule } from '../../use-cases/rules/rule-store.ts';

export function presentRule({ rule, projectName, taskName }: NamedRule): AnswerOf<typeof getRule> {
  return {
    id: rule.id,
    name: rule.name,
    type: rule.type,
    description: rule.description,
    value: rule.value,
    isActive: rule.isActive,
    projectId: rule.projectId,
    projectName,
    taskName,
    llmJudgeProvider: rule.llmJudgeProvider,
    llmJudgeModel: rule.llmJudgeModel,
    judgeFiles: rule.judgeFiles,
    version: rule.version,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
  };
}
