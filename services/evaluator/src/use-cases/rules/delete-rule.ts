import { noSuchRule } from './no-such-rule.ts';
import type { ChangeRules } from './rule-store.ts';

export const makeDeleteRule =
  ({ changeRules }: { readonly changeRules: ChangeRules }) =>
  /** The rule is not applied from then on; results that came from it keep its texts. */
  (workspaceId: string, id: string): Promise<void> =>
    changeRules(workspaceId, async (rules) => {
      if (!(await rules.remove(id))) throw noSuchRule();
    });
