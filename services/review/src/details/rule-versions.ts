import { type AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';

import { KeptTexts } from './kept-texts.ts';
import { takeFitting } from './rule-values.pure.ts';

type Answered = AnswerOf<typeof INTERNAL_OPERATIONS.lookUpRuleVersions>['versions'][number];

/** A version of a rule, immutable. Its value is null if it did not fit or was not requested. */
export interface RuleText extends Readonly<Answered> {
  readonly valueBytes: number;
}

export type RuleVersion = Omit<RuleText, 'ruleValue'>;

/** On whose behalf another service is called. */
export interface RequestContext {
  readonly workspaceId: string;
  /** The caller's signed assertion, passed on. */
  readonly assertion: string;
}

const LOOK_UP_TIMEOUT_MS = 5_000;
// The ID limit of the operation.
const IDS_MAX = 2000;
// Most texts are a few hundred bytes, but a value may have 64 KiB.
const CACHED_BYTES_MAX = 32 * 1024 * 1024;
// Memory of a version without its texts, in JavaScript.
const BYTES_OF_VERSION = 500;

/**
 * Requests rule versions from the evaluator. They are immutable, so each is requested once while it stays in the cache.
 */
export class RuleVersions {
  readonly #evaluator: ServiceClient;
  readonly #kept = new KeptTexts<RuleText>(CACHED_BYTES_MAX);

  constructor(evaluator: ServiceClient) {
    this.#evaluator = evaluator;
  }

  /** By version ID, without values. Leaves out unknown versions. */
  lookUp(
    asking: RequestContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, RuleVersion>> {
    return this.#read(asking, ids, 0);
  }

  /** Null if there is no such version, undefined from an evaluator of the previous release. */
  async findId(
    { workspaceId, assertion }: RequestContext,
    numbered: Pick<RuleVersion, 'ruleId' | 'ruleVersion'>,
  ): Promise<string | null | undefined> {
    const { numberedId } = await this.#evaluator.call(INTERNAL_OPERATIONS.lookUpRuleVersions, {
      body: { workspaceId, ids: [], numbered },
      assertion,
      timeoutMs: LOOK_UP_TIMEOUT_MS,
    });
    return numberedId;
  }

  /** Like `lookUp`, with values in the order of the IDs until these reach that many bytes. */
  async lookUpTexts(
    asking: RequestContext,
    ids: readonly string[],
    bytesMax: number,
  ): Promise<Map<string, RuleText>> {
    const found = await this.#read(asking, ids, bytesMax);
    const fitting = takeFitting(found.values(), bytesMax);
    // The cached and newly requested values may differ from those that fit together.
    const withoutValue = fitting.filter(({ ruleValue }) => ruleValue === null);
    const missingIds = withoutValue.map(({ ruleVersionId }) => ruleVersionId);
    const requested = await this.#ask(asking, missingIds, bytesMax);
    const texts = new Map([...fitting, ...requested].map((text) => [text.ruleVersionId, text]));
    for (const [id, version] of found)
      found.set(id, texts.get(id) ?? { ...version, ruleValue: null });
    return found;
  }

  /** In the order of the IDs. Uncached versions come with as many values as fit into that many bytes. */
  async #read(
    asking: RequestContext,
    ids: readonly string[],
    bytesMax: number,
  ): Promise<Map<string, RuleText>> {
    const known = new Map<string, RuleText>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const kept = this.#kept.get(keyOf(asking, id));
      if (kept) known.set(id, kept);
      else missing.push(id);
    }
    for (const text of await this.#ask(asking, missing, bytesMax)) {
      known.set(text.ruleVersionId, text);
    }
    return new Map(
      ids.flatMap((id) => {
        const text = known.get(id);
        return text ? [[id, text] as const] : [];
      }),
    );
  }

  async #ask(
    asking: RequestContext,
    ids: readonly string[],
    bytesMax: number,
  ): Promise<readonly RuleText[]> {
    const { workspaceId, assertion } = asking;
    const found: RuleText[] = [];
    let left = bytesMax;
    for (let start = 0; start < ids.length; start += IDS_MAX) {
      const { versions } = await this.#evaluator.call(INTERNAL_OPERATIONS.lookUpRuleVersions, {
        body: { workspaceId, ids: ids.slice(start, start + IDS_MAX), valueBytesMax: left },
        assertion,
        timeoutMs: LOOK_UP_TIMEOUT_MS,
      });
      for (const version of versions) {
        const text = { ...version, valueBytes: bytesOf(version) };
        found.push(text);
        if (text.ruleValue !== null) left = Math.max(0, left - text.valueBytes);
        this.#kept.set(keyOf(asking, text.ruleVersionId), text, memoryOf(text));
      }
      this.#kept.shrink();
    }
    return found;
  }
}

function keyOf({ workspaceId }: RequestContext, id: string): string {
  return `${workspaceId}/${id}`;
}

/** An evaluator of the previous release returns every value, and not its length. */
function bytesOf({ valueBytes, ruleValue }: Answered): number {
  return valueBytes ?? Buffer.byteLength(ruleValue ?? '');
}

/** An upper bound: two bytes per character, which most texts do not need. */
function memoryOf({ ruleName, ruleValue }: RuleText): number {
  return BYTES_OF_VERSION + 2 * (ruleName.length + (ruleValue?.length ?? 0));
}
