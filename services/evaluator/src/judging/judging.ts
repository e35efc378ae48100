import { setMaxListeners } from 'node:events';

import { withDeadline } from '@output-review/runtime';

import type { ApplicableRule } from '../engine/compile-rule.ts';
import { NO_JUDGED_FILES } from '../engine/judged-files.ts';
import type { JudgedMaterial } from '../engine/judged-material.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { WorkspaceJudges } from '../judges/judges.pure.ts';
import { CallPool } from '../rule-process/call-pool.ts';
import type { JudgeCaller } from './ask-judge.ts';
import type { FileLoader, FilesOf, LoadedFiles } from './load-files.ts';
import type { JudgeStatement } from './settle-by-judge.pure.ts';

/** What judges are asked about one output. */
export interface JudgeSession {
  readonly workspaceId: string;
  readonly judges: WorkspaceJudges;
  readonly rules: readonly ApplicableRule[];
  readonly material: JudgedMaterial;
}

export interface SessionLimits {
  /** When all must have ended, on the clock of `performance.now`; null where nobody waits. */
  readonly endsAtMs: number | null;
  readonly triesMax: number;
  /** Interrupts the session. */
  readonly signal: AbortSignal;
  /** Whether its rules decide nothing: judges are then asked in places of their own. */
  readonly isShadow?: boolean;
  /** Whether it comes again where judges are away now, or where a call would not have all its time. */
  readonly comesAgain?: boolean;
}

interface JudgingParts {
  readonly caller: Pick<JudgeCaller, 'ask'>;
  readonly files: Pick<FileLoader, 'isBehind' | 'load'>;
  /** Calls at a time, of those who wait and of those who do not. */
  readonly callsMax: number;
  /** Calls at a time for rules in shadow. */
  readonly shadowCallsMax: number;
  readonly callMs: number;
}

/** By version id; rules whose judge was interrupted are left out. */
export type Statements = ReadonlyMap<string, JudgeStatement>;

/** Asks the judges of several rules at once, as far as the pool has room. */
export class Judging {
  readonly #parts: JudgingParts;
  readonly pools: {
    /** For what nobody waits for. */
    readonly background: CallPool;
    /** For callers who wait: work in the background must not stand before them. */
    readonly inline: CallPool;
    /** For rules in shadow. */
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

  /** Whether calls that decide something wait for a place, or for room for their files. */
  get isBehind(): boolean {
    const { background, inline } = this.pools;
    const isPlaceAwaited = background.load.waiting > 0 || inline.load.waiting > 0;
    return isPlaceAwaited || this.#parts.files.isBehind;
  }

  async judgeRules(session: JudgeSession, limits: SessionLimits): Promise<Statements> {
    const { endsAtMs, signal, comesAgain = false } = limits;
    if (endsAtMs === null) return this.#askAll(session, { ...limits, waiting: signal });

    // A call that is cut off may have cost something, and says nothing of an output that comes again.
    const lastBeginsAtMs = comesAgain ? endsAtMs - this.#parts.callMs : endsAtMs;
    const timeoutMs = Math.max(0, lastBeginsAtMs - performance.now());
    const statements = await withDeadline({ timeoutMs, signal }, (waiting) => {
      // Every rule listens; Node would warn of a leak at the eleventh.
      setMaxListeners(0, waiting);
      return this.#askAll(session, { ...limits, waiting });
    });
    if (!signal.aborted) addUnheard(session.rules, statements);
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
    // When the first rule asks for them, and not again.
    let loading: Promise<LoadedFiles> | undefined;
    const load = (): Promise<LoadedFiles> => (loading ??= loader.load(wanted));
    const timeOfCall = (): number => Math.min(callMs, (endsAtMs ?? Infinity) - performance.now());
    const ask = async (rule: ApplicableRule): Promise<void> => {
      try {
        // Before it takes a place: those who hold files would wait for the places of those who wait for
        // room for theirs.
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
        if (error instanceof JudgeFailure) statements.set(rule.versionId, unasked(error));
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

/** Those whose turn did not come in time. */
function addUnheard(
  rules: readonly ApplicableRule[],
  statements: Map<string, JudgeStatement>,
): void {
  for (const { versionId } of rules) {
    if (statements.has(versionId)) continue;
    statements.set(versionId, unasked(new JudgeFailure('timeout')));
  }
}

function unasked(reply: JudgeFailure): JudgeStatement {
  return { judge: null, reply, attempts: 0, latencyMs: 0 };
}
