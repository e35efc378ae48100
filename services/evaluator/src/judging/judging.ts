import { setMaxListeners } from 'node:events';

import { withDeadline } from '@output-review/runtime';

import type { ApplicableRule } from '../engine/compile-rule.ts';
import { NO_JUDGED_FILES } from '../engine/judged-files.ts';
import type { JudgedMaterial } from '../engine/judged-material.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { WorkspaceJudges } from '../judges/judges.pure.ts';
import { CallPool } from '../rule-process/call-pool.ts';
import type { AskingLimits, JudgeCaller } from './ask-judge.ts';
import type { FileLoader, FilesOf, LoadedFiles } from './load-files.ts';
import type { JudgeStatement } from './settle-by-judge.pure.ts';

/** The questions to judges about one output. */
export interface JudgeSession {
  readonly workspaceId: string;
  readonly judges: WorkspaceJudges;
  readonly rules: readonly ApplicableRule[];
  readonly material: JudgedMaterial;
}

export interface SessionLimits extends Omit<AskingLimits, 'callMs' | 'isCut'> {
  /** Deadline for all calls, on the clock of `performance.now`; null if no caller waits. */
  readonly endsAtMs: number | null;
}

interface JudgingParts {
  readonly caller: Pick<JudgeCaller, 'ask'>;
  readonly files: Pick<FileLoader, 'isBehind' | 'load'>;
  /** Concurrent calls, for each of waiting callers and background jobs. */
  readonly callsMax: number;
  /** Concurrent calls for shadow rules. */
  readonly shadowCallsMax: number;
  readonly callMs: number;
}

/** By version id. Rules whose judge was interrupted are left out. */
export type Statements = ReadonlyMap<string, JudgeStatement>;

/** Asks the judges of several rules concurrently, limited by the slots of the pool. */
export class Judging {
  readonly #parts: JudgingParts;
  readonly pools: {
    /** For work without a waiting caller. */
    readonly background: CallPool;
    /** For waiting callers, so that background work does not delay them. */
    readonly inline: CallPool;
    /** For shadow rules. */
    readonly shadow: CallPool;
  };

  constructor(parts: JudgingParts) {
    this.#parts = parts;
    const { callsMax, shadowCallsMax } = parts;
    this.pools = {
      background: new CallPool({ callsMax }),
      inline: new CallPool({ callsMax }),
      shadow: new CallPool({ callsMax: shadowCallsMax }),
    };
  }

  /** Whether calls of live rules wait for a slot, or for memory for their files. */
  get isBehind(): boolean {
    const { background, inline } = this.pools;
    const isPlaceAwaited = background.load.waiting > 0 || inline.load.waiting > 0;
    return isPlaceAwaited || this.#parts.files.isBehind;
  }

  async judgeRules(session: JudgeSession, limits: SessionLimits): Promise<Statements> {
    const { endsAtMs, signal, comesAgain = false } = limits;
    if (endsAtMs === null) return this.#askAll(session, { ...limits, waiting: signal });

    // A call that is cut off may be charged, and gives no result for an output that will be retried anyway.
    const lastBeginsAtMs = comesAgain ? endsAtMs - this.#parts.callMs : endsAtMs;
    const timeoutMs = Math.max(0, lastBeginsAtMs - performance.now());
    const statements = await withDeadline({ timeoutMs, signal }, (waiting) => {
      // Each rule adds a listener. Node warns of a leak at the eleventh.
      setMaxListeners(0, waiting);
      return this.#askAll(session, { ...limits, waiting });
    });
    if (!signal.aborted) addTimeouts(session.rules, statements);
    return statements;
  }

  async #askAll(
    { rules, ...asked }: JudgeSession,
    {
      endsAtMs,
      triesMax,
      signal,
      isShadow = false,
      comesAgain = false,
      waiting,
    }: SessionLimits & { readonly waiting: AbortSignal },
  ): Promise<Map<string, JudgeStatement>> {
    const { caller, files: loader, callMs } = this.#parts;
    const settling = endsAtMs === null ? 'background' : 'inline';
    const room = isShadow ? 'shadow' : settling;
    const pool = this.pools[room];
    const statements = new Map<string, JudgeStatement>();
    const { workspaceId, material } = asked;
    const wanted: FilesOf = { workspaceId, files: material.files ?? [], room, signal: waiting };
    // Loaded once, when the first rule needs them.
    let loading: Promise<LoadedFiles> | undefined;
    const load = (): Promise<LoadedFiles> => (loading ??= loader.load(wanted));
    const timeOfCall = (): number => Math.min(callMs, (endsAtMs ?? Infinity) - performance.now());
    const ask = async (rule: ApplicableRule): Promise<void> => {
      try {
        // Load files before taking a slot. Otherwise rules that hold files would wait for slots of rules that wait for
        // memory.
        const files = rule.judgeFiles ? (await load()).files : NO_JUDGED_FILES;
        const statement = await pool.run(workspaceId, waiting, () => {
          const leftMs = timeOfCall();
          const time = { callMs: leftMs, isCut: leftMs < callMs };
          const limits = { ...time, triesMax, signal, isShadow, comesAgain };
          return caller.ask({ ...asked, rule, files }, limits);
        });
        statements.set(rule.versionId, statement);
      } catch (error) {
        // The files cannot be read.
        if (error instanceof JudgeFailure) statements.set(rule.versionId, notAsked(error));
        else if (!waiting.aborted) throw error;
      }
    };
    try {
      await Promise.all(rules.map(ask));
    } finally {
      (await loading?.catch(() => null))?.release();
    }
    return statements;
  }
}

/** Adds a timeout for rules that did not get a slot in time. */
function addTimeouts(
  rules: readonly ApplicableRule[],
  statements: Map<string, JudgeStatement>,
): void {
  for (const { versionId } of rules) {
    if (statements.has(versionId)) continue;
    statements.set(versionId, notAsked(new JudgeFailure('timeout')));
  }
}

function notAsked(reply: JudgeFailure): JudgeStatement {
  return { judge: null, reply, attempts: 0, latencyMs: 0 };
}
