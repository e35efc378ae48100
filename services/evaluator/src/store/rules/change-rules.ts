import {
  type Auditor,
  type Database,
  isOpenPlace,
  type StoredEvent,
  type Transaction,
} from '@output-review/runtime';

import type { ChangeRules, RuleWriter } from '../../use-cases/rules/rule-store.ts';
import { lockRules } from './lock-rules.ts';
import { RuleRow } from './rule-row.ts';
import { RuleVersionRow } from './rule-version-row.ts';

export interface ChangeRulesDeps {
  readonly database: Database;
  readonly auditor: Auditor;
  /** Called with the events of a change right after its commit. */
  readonly handOver: (events: readonly StoredEvent[]) => void;
}

/** Runs each write to a workspace's rules in a transaction, one after the other. */
export function makeChangeRules({ database, auditor, handOver }: ChangeRulesDeps): ChangeRules {
  return async (workspaceId, work) => {
    const [result, events] = await database.transaction(async (tx) => {
      await lockRules(tx, workspaceId);
      const events: StoredEvent[] = [];
      const audit: RuleWriter['audit'] = async (origin, { id, ...done }) => {
        const entry = { workspaceId, target: { kind: 'rule', id }, ...done } as const;
        events.push(...(await auditor.record(tx, origin, entry)));
      };
      return [await work({ ...makeRuleWriter(tx, workspaceId), audit }), events] as const;
    });
    handOver(events);
    return result;
  };
}

function makeRuleWriter(tx: Transaction, workspaceId: string): Omit<RuleWriter, 'audit'> {
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
      await rules.delete({ workspaceId, id });
    },
    isOpen: (place) => isOpenPlace(tx, workspaceId, place),
  };
}
