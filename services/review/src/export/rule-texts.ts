import { type AppliedRule, presentJudging } from '@output-review/contracts';

import type { Context } from '../context.ts';
import { findNamesOf } from '../details/detail.sql.ts';
import { KeptTexts } from '../details/kept-texts.ts';
import {
  LEFT_OUT,
  takeFitting,
  VALUES_BYTES_MAX,
  versionsByOutcome,
} from '../details/rule-values.pure.ts';
import type { RequestContext, RuleText } from '../details/rule-versions.ts';

/** The beginning of the JSON of a rule, around its value. */
interface Head {
  readonly valueBytes: number;
  readonly start: string;
  /** As JSON; null where it is not known. */
  readonly value: string | null;
  readonly end: string;
}

// For each of sixteen exports. It holds two thousand versions with texts of usual lengths.
const KEPT_BYTES_MAX = 4 * 1024 * 1024;
const BYTES_OF_HEAD = 200;
const NOT_TOLD = JSON.stringify(LEFT_OUT);

/**
 * The texts of the rules that an export tells, each asked for and written once, as long as there is room for it. The
 * caller's assertion dies long before a long export ends, so those that are known at its beginning are asked for then.
 */
export class RuleTexts {
  readonly #ctx: Pick<Context, 'db' | 'ruleVersions'>;
  readonly #asking: RequestContext;
  /** By the id of the version; null where nobody knows it. */
  readonly #heads = new KeptTexts<Head | null>(KEPT_BYTES_MAX);

  constructor(ctx: Pick<Context, 'db' | 'ruleVersions'>, asking: RequestContext) {
    this.#ctx = ctx;
    this.#asking = asking;
  }

  /** As many as there is room for. */
  async loadKnown(versionIds: readonly string[]): Promise<void> {
    await this.#load(versionIds, KEPT_BYTES_MAX);
    this.#heads.shrink();
  }

  /** What the rules of an output need; it is there until those of another are loaded. */
  async load(applied: readonly AppliedRule[]): Promise<void> {
    // All of them are looked at: what is used stays.
    const heads = applied.map(({ ruleVersionId }) => this.#heads.get(ruleVersionId));
    if (heads.every(isWhole)) return;
    const isMissing =
      heads.includes(undefined) || this.#toldOf(applied).some(({ value }) => value === null);
    if (isMissing) await this.#load(versionsByOutcome(applied), VALUES_BYTES_MAX);
    this.#heads.shrink(applied.length);
  }

  /** Applied rules as JSON; a version whose texts are gone for good is left out. */
  write(applied: readonly AppliedRule[]): string {
    const told = new Set(this.#toldOf(applied));
    const rules = applied.flatMap((rule) => {
      const head = this.#heads.peek(rule.ruleVersionId);
      if (!head) return [];
      const value = told.has(head) ? head.value : null;
      return [head.start + (value ?? NOT_TOLD) + head.end + endOf(rule)];
    });
    return `[${rules.join(',')}]`;
  }

  /** Of rules as they were applied, those whose values are told. */
  #toldOf(applied: readonly AppliedRule[]): Head[] {
    const headsOf = (ids: readonly string[]) => ids.flatMap((id) => this.#heads.peek(id) ?? []);
    const heads = headsOf(applied.map(({ ruleVersionId }) => ruleVersionId));
    const bytes = heads.reduce((sum, { valueBytes }) => sum + valueBytes, 0);
    // As good as always; to sort them takes longer.
    if (bytes <= VALUES_BYTES_MAX) return heads;
    return takeFitting(headsOf(versionsByOutcome(applied)), VALUES_BYTES_MAX);
  }

  async #load(ids: readonly string[], bytesMax: number): Promise<void> {
    const { db, ruleVersions } = this.#ctx;
    const found = await ruleVersions.lookUpTexts(this.#asking, ids, bytesMax);
    const places = [...found.values()].flatMap(({ projectId, taskId }) => [projectId, taskId]);
    const placeIds = [...new Set(places)].filter((id) => id !== null);
    const names = await findNamesOf(db, this.#asking.workspaceId, placeIds);
    for (const id of ids) {
      const text = found.get(id);
      // Versions never change: what is there has all that is known now, and perhaps the value.
      if (text?.ruleValue === null && this.#heads.get(id)) continue;
      const head = text ? headOf(text, names) : null;
      this.#heads.set(id, head, head ? bytesOf(head) : BYTES_OF_HEAD);
    }
  }
}

/** Whether nothing of it is to be asked for, however much is told. */
function isWhole(head: Head | null | undefined): boolean {
  return head === null || (head !== undefined && head.value !== null);
}

function headOf(text: RuleText, names: ReadonlyMap<string, string>): Head {
  const { ruleId, ruleVersion, ruleName, ruleType, ruleValue, scope, valueBytes } = text;
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const place = { projectName: nameOf(text.projectId), taskName: nameOf(text.taskId) };
  return {
    valueBytes,
    start: `{${fieldsOf({ ruleId, ruleVersion, ruleName, ruleType })},"ruleValue":`,
    value: ruleValue === null ? null : JSON.stringify(ruleValue),
    end: `,${fieldsOf({ scope, ...place })}`,
  };
}

/** At two bytes a character, which most texts do not take. */
function bytesOf({ start, value, end }: Head): number {
  return BYTES_OF_HEAD + 2 * (start.length + (value?.length ?? 0) + end.length);
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
