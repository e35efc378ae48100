import { type AppliedRule, presentJudging } from '@output-review/contracts';

import type { Context } from '../context.ts';
import { findNamesOf } from '../details/detail.sql.ts';
import type { RequestContext } from '../details/rule-versions.ts';

/**
 * The texts of the rules that an export tells, each asked for and written once. The caller's assertion dies
 * long before a long export ends, so those that are known at its beginning are asked for then.
 */
export class RuleTexts {
  readonly #ctx: Pick<Context, 'db' | 'ruleVersions'>;
  readonly #asking: RequestContext;
  /** The beginning of the JSON of a rule, by the id of its version; null where nobody knows it. */
  readonly #heads = new Map<string, string | null>();

  constructor(ctx: Pick<Context, 'db' | 'ruleVersions'>, asking: RequestContext) {
    this.#ctx = ctx;
    this.#asking = asking;
  }

  async load(versionIds: readonly string[]): Promise<void> {
    const unknown = versionIds.filter((id) => !this.#heads.has(id));
    if (unknown.length === 0) return;
    const { db, ruleVersions } = this.#ctx;
    const found = await ruleVersions.lookUp(this.#asking, unknown);
    const places = [...found.values()].flatMap(({ projectId, taskId }) => [projectId, taskId]);
    const ids = [...new Set(places)].filter((id) => id !== null);
    const names = await findNamesOf(db, this.#asking.workspaceId, ids);
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
    for (const id of unknown) {
      const version = found.get(id);
      if (!version) {
        this.#heads.set(id, null);
        continue;
      }
      const { ruleVersionId: _, projectId, taskId, ...texts } = version;
      const head = { ...texts, projectName: nameOf(projectId), taskName: nameOf(taskId) };
      this.#heads.set(id, JSON.stringify(head).slice(0, -1));
    }
  }

  /** Applied rules as JSON; a version whose texts are gone for good is left out. */
  write(applied: readonly AppliedRule[]): string {
    const rules = applied.flatMap((rule) => {
      const head = this.#heads.get(rule.ruleVersionId);
      return head ? [head + endOf(rule)] : [];
    });
    return `[${rules.join(',')}]`;
  }
}

/** The rest of the JSON of a rule; by hand, because there may be a million times ten of them. */
function endOf(rule: AppliedRule): string {
  const { outcome, summary, evaluator, latencyMs } = rule;
  const judging = rule.judge ? fieldsOf(presentJudging(rule)) : UNJUDGED[outcome];
  const ending = `"evaluator":"${evaluator}","latencyMs":${latencyMs},"shadow":false,${judging}}`;
  return `,"outcome":"${outcome}","summary":${JSON.stringify(summary)},${ending}`;
}

/** Of the JSON of an object, what stands between its braces. */
function fieldsOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

/** What is told of rules that asked no model. */
const UNJUDGED: Readonly<Record<AppliedRule['outcome'], string>> = {
  passed: fieldsOf(presentJudging({ outcome: 'passed' })),
  failed: fieldsOf(presentJudging({ outcome: 'failed' })),
  error: fieldsOf(presentJudging({ outcome: 'error' })),
  skipped: fieldsOf(presentJudging({ outcome: 'skipped' })),
};
