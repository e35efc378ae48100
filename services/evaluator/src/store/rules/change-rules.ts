import { type Database, isOpenPlace, type Transaction } from '@output-review/runtime';

import type { ChangeRules, RuleWriter } from '../../use-cases/rules/rule-store.ts';
import { lockRules } from './lock-rules.ts';
import { RuleRow } from './rule-row.ts';
import { RuleVersionRow } from './rule-version-row.ts';

/** Runs each write to a workspace's rules in a transaction, one after the other. */
export function makeChangeRules(db: Database): ChangeRules {
  return (workspaceId, work) =>
    db.transaction(async (tx) => {
      await lockRules(tx, workspaceId);
      return work(makeRuleWriter(tx, workspaceId));
    });
}

function makeRuleWriter(tx: Transaction, workspaceId: string): RuleWriter {
  const rules = tx.manager.getRepository(RuleRow);
  return {
    count: () => rules.countBy({ workspaceId }),
    find: (id) => rules.findOneBy({ workspaceId, id }),
    save: async (rule) => {
      const { versionId, version, name, type, value, projectId, taskId } = rule;
      await tx.manager.getRepository(RuleVersionRow).insert({
        workspaceId,
        versionId,
        ruleId: rule.id,
        version,
        name,
        type,
        value,
        projectId,
        taskId,
        llmJudgeProvider: rule.llmJudgeProvider,
        llmJudgeModel: rule.llmJudgeModel,
        judgeFiles: rule.judgeFiles,
        createdAt: rule.updatedAt,
      });
      await rules.upsert(rule, ['workspaceId', 'id']);
    },
    remove: async (id) => {
      const { affected } = await rules.delete({ workspaceId, id });
      return affected === 1;
    },
    isOpen: (place) => isOpenPlace(tx, workspaceId, place),
  };
}
