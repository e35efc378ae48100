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

// For each of sixteen exports, for values and for the JSON around them: about eight thousand versions.
const KEPT_BYTES_MAX = 4 * 1024 * 1024;
const BYTES_OF_HEAD = 200;
const LEFT_OUT_JSON = JSON.stringify(LEFT_OUT);

/**
 * The rule texts in an export. Each is requested and serialized once while it stays in the cache. The caller's
 * assertion expires long before a long export ends, so known versions are requested at the start.
 */
export class RuleTexts {
  readonly #ctx: Pick<Context, 'db' | 'ruleVersions'>;
  readonly #asking: RequestContext;
  /** By version ID. Null for an unknown version. */
  readonly #heads = new KeptTexts<Head | null>(KEPT_BYTES_MAX);
  /** As JSON. */
  readonly #values = new KeptTexts<string>(KEPT_BYTES_MAX);

  constructor(ctx: Pick<Context, 'db' | 'ruleVersions'>, asking: RequestContext) {
    this.#ctx = ctx;
    this.#asking = asking;
  }

  /** Loads as many as fit. */
  async loadKnown(versionIds: readonly string[]): Promise<void> {
    await this.#load(versionIds, KEPT_BYTES_MAX);
    this.#shrink(0);
  }

  /** Loads what the rules of an output need. It stays loaded until the next call. */
  async load(applied: readonly AppliedRule[]): Promise<void> {
    // Touches all of them: what is used stays in the cache.
    const ids = applied.map(({ ruleVersionId }) => ruleVersionId);
    const heads = ids.map((id) => this.#heads.get(id));
    const values = ids.map((id) => this.#values.get(id));
    if (heads.every((head, at) => head === null || (head && values[at] !== undefined))) return;
    const isUnknown = heads.includes(undefined);
    if (isUnknown || this.#includedIn(applied).some((head) => !this.#values.has(head.versionId))) {
      await this.#load(versionsByOutcome(applied), VALUES_BYTES_MAX).catch((error: unknown) => {
        // The assertion has expired. An export continues without a value, but not without a rule.
        if (isUnknown || !isTooLate(error)) throw error;
      });
    }
    this.#shrink(applied.length);
  }

  /** Applied rules as JSON. Leaves out versions whose texts are gone. */
  write(applied: readonly AppliedRule[]): string {
    const included = new Set(this.#includedIn(applied));
    const rules = applied.flatMap((rule) => {
      const head = this.#heads.peek(rule.ruleVersionId);
      if (!head) return [];
      const value = included.has(head) ? this.#values.peek(head.versionId) : undefined;
      return [head.start + (value ?? LEFT_OUT_JSON) + head.end + endOf(rule)];
    });
    return `[${rules.join(',')}]`;
  }

  /** The applied rules whose values are included. */
  #includedIn(applied: readonly AppliedRule[]): Head[] {
    const headsOf = (ids: readonly string[]) => ids.flatMap((id) => this.#heads.peek(id) ?? []);
    const heads = headsOf(applied.map(({ ruleVersionId }) => ruleVersionId));
    const bytes = heads.reduce((sum, { valueBytes }) => sum + valueBytes, 0);
    // The usual case, without sorting.
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

/** The memory of a string in V8: two bytes per character, unless all are Latin-1, of which this detects ASCII. */
function bytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
}

/** The rest of the JSON of a rule. Written by hand, because an export may have ten million of them. */
function endOf(rule: AppliedRule): string {
  const { outcome, summary, evaluator, latencyMs } = rule;
  const judging = evaluator === 'llm' ? fieldsOf(presentJudging(rule)) : UNJUDGED[outcome];
  const ending = `"evaluator":"${evaluator}","latencyMs":${latencyMs},"shadow":false,${judging}}`;
  return `,"outcome":"${outcome}","summary":${JSON.stringify(summary)},${ending}`;
}

/** The JSON of an object without its braces. */
function fieldsOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

/** The JSON of exact rules. */
const UNJUDGED: Readonly<Record<AppliedRule['outcome'], string>> = {
  passed: fieldsOf(presentJudging({ outcome: 'passed', evaluator: 'deterministic' })),
  failed: fieldsOf(presentJudging({ outcome: 'failed', evaluator: 'deterministic' })),
  error: fieldsOf(presentJudging({ outcome: 'error', evaluator: 'deterministic' })),
  skipped: fieldsOf(presentJudging({ outcome: 'skipped', evaluator: 'deterministic' })),
};
