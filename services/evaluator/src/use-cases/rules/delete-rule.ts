import type { AuditOrigin } from '@output-review/runtime';

import { auditedRule } from './audited-rule.ts';
import { noSuchRule } from './no-such-rule.ts';
import type { ChangeRules } from './rule-store.ts';
import type { RuleRef } from './update-rule.ts';

export const makeDeleteRule =
  ({ changeRules }: { readonly changeRules: ChangeRules }) =>
  /** The rule is not applied from then on; results that came from it keep its texts. */
  ({ workspaceId, id }: RuleRef, origin: AuditOrigin): Promise<void> =>
    changeRules(workspaceId, async (rules) => {
      const rule = await rules.find(id);
      if (!rule) throw noSuchRule();
      await rules.remove(id);
      await rules.audit(origin, { id, action: 'rule.deleted', before: auditedRule(rule) });
    });
