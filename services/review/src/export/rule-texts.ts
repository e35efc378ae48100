import { type AppliedRule, presentJudging } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

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

/** The JSON of a rule, around its value. */
interface Head {
  readonly versionId: string;
  readonly valueBytes: number;
  readonly start: string;
  readonly end: string;
}

// For each of sixteen exports, of values and of what stands around them: some eight thousand versions.
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
  /** As JSON. */
  readonly #values = new KeptTexts<string>(KEPT_BYTES_MAX);

  constructor(ctx: Pick<Context, 'db' | 'ruleVersions'>, asking: RequestContext) {
    this.#ctx = ctx;
    this.#asking = asking;
  }

  /** As many as there is room for. */
  async loadKnown(versionIds: readonly string[]): Promise<void> {
    await this.#load(versionIds, KEPT_BYTES_MAX);
    this.#shrink(0);
  }

  /** What the rules of an output need; it is there until those of another are loaded. */
  async load(applied: readonly AppliedRule[]): Promise<void> {
    // All of them are looked at: what is used stays.
    const ids = applied.map(({ ruleVersionId }) => ruleVersionId);
    const heads = ids.map((id) => this.#heads.get(id));
    const values = ids.map((id) => this.#values.get(id));
    if (heads.every((head, at) => head === null || (head && values[at] !== undefined))) return;
    const isUnknown = heads.includes(undefined);
    if (isUnknown || this.#toldOf(applied).some((head) => !this.#values.has(head.versionId))) {
      await this.#load(versionsByOutcome(applied), VALUES_BYTES_MAX).catch((error: unknown) => {
        // Later than anybody answers this caller: an export goes on without a value, not without a rule.
        if (isUnknown || !isTooLate(error)) throw error;
      });
    }
    this.#shrink(applied.length);
  }

  /** Applied rules as JSON; a version whose texts are gone for good is left out. */
  write(applied: readonly AppliedRule[]): string {
    const told = new Set(this.#toldOf(applied));
    const rules = applied.flatMap((rule) => {
      const head = this.#heads.peek(rule.ruleVersionId);
      if (!head) return [];
      const value = told.has(head) ? this.#values.peek(head.versionId) : undefined;
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
      const head = text ? headOf(text, names) : null;
      this.#heads.set(id, head, BYTES_OF_HEAD + (head ? bytesOf(head.start + head.end) : 0));
      if (typeof text?.ruleValue !== 'string') continue;
      const value = JSON.stringify(text.ruleValue);
      this.#values.set(id, value, bytesOf(value));
    }
  }

  #shrink(inUse: number): void {
    this.#heads.shrink(inUse);
    this.#values.shrink(inUse);
  }
}

function isTooLate(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAUTHENTICATED';
}

function headOf(text: RuleText, names: ReadonlyMap<string, string>): Head {
  const { ruleVersionId: versionId, ruleId, ruleVersion, ruleName, ruleType, valueBytes } = text;
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const place = { projectName: nameOf(text.projectId), taskName: nameOf(text.taskId) };
  return {
    ...{ versionId, valueBytes },
    start: `{${fieldsOf({ ruleId, ruleVersion, ruleName, ruleType })},"ruleValue":`,
    end: `,${fieldsOf({ scope: text.scope, ...place })}`,
  };
}

/** As V8 keeps a text: two bytes a character, unless all of them are of Latin-1, of which this knows ASCII. */
function bytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
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
