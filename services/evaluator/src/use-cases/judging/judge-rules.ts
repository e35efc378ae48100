import { setMaxListeners } from 'node:events';

import { withDeadline } from '@output-review/runtime';

import type { ApplicableRule } from '../../domain/compile-rule.ts';
import type { JudgedMaterial } from '../../domain/judges/judged-material.ts';
import { JudgeFailure } from '../../domain/judges/judge-failure.ts';
import type { JudgeStatement } from '../../domain/judges/settle-by-judge.ts';
import type { WorkspaceJudges } from '../../domain/judges/workspace-judges.ts';
import type { AskJudge } from './ask-judge.ts';
import type { CallPool } from './call-pool.ts';
import { makeFilesOnce } from './files-once.ts';
import type { LoadFiles } from './load-files.ts';

/** What judges are asked about one output. */
export interface JudgeSession {
  readonly workspaceId: string;
  readonly judges: WorkspaceJudges;
  readonly rules: readonly ApplicableRule[];
  readonly material: JudgedMaterial;
}

export interface SessionLimits {
  /** When all must have ended, on the clock of `readMs`; null where nobody waits. */
  readonly endsAtMs: number | null;
  readonly triesMax: number;
  /** Interrupts the session. */
  readonly signal: AbortSignal;
}

export interface JudgeRulesDeps {
  readonly askJudge: AskJudge;
  readonly loadFiles: LoadFiles;
  /** For what nobody waits for. */
  readonly backgroundPool: CallPool;
  /** For callers who wait: work in the background must not stand before them. */
  readonly inlinePool: CallPool;
  readonly callMs: number;
  readonly readMs: () => number;
}

/** By version id; rules whose judge was interrupted are left out. */
export type Statements = ReadonlyMap<string, JudgeStatement>;

export type JudgeRules = (session: JudgeSession, limits: SessionLimits) => Promise<Statements>;

/** Asks the judges of several rules at once, as far as the pool has room. */
export function makeJudgeRules(deps: JudgeRulesDeps): JudgeRules {
  return async (session, limits) => {
    const { endsAtMs, signal } = limits;
    if (endsAtMs === null) return askAll(session, { ...limits, waiting: signal }, deps);

    const timeoutMs = Math.max(0, endsAtMs - deps.readMs());
    const statements = await withDeadline({ timeoutMs, signal }, (waiting) => {
      // Every rule listens; Node would warn of a leak at the eleventh.
      setMaxListeners(0, waiting);
      return askAll(session, { ...limits, waiting }, deps);
    });
    if (!signal.aborted) addUnheard(session.rules, statements);
    return statements;
  };
}

async function askAll(
  { rules, ...asked }: JudgeSession,
  { endsAtMs, triesMax, signal, waiting }: SessionLimits & { readonly waiting: AbortSignal },
  { askJudge, loadFiles, backgroundPool, inlinePool, callMs, readMs }: JudgeRulesDeps,
): Promise<Map<string, JudgeStatement>> {
  const pool = endsAtMs === null ? backgroundPool : inlinePool;
  const statements = new Map<string, JudgeStatement>();
  const { workspaceId, material } = asked;
  const files = makeFilesOnce(() =>
    loadFiles({ workspaceId, files: material.files ?? [], signal: waiting }),
  );
  const timeOfCall = (): number => Math.min(callMs, (endsAtMs ?? Infinity) - readMs());
  const ask = async (rule: ApplicableRule): Promise<void> => {
    try {
      const statement = await pool.run(workspaceId, waiting, async () => {
        const shown = await files.forRule(rule);
        if (shown instanceof JudgeFailure) return unasked(shown);
        const limits = { callMs: timeOfCall(), triesMax, signal };
        return askJudge({ ...asked, rule, files: shown }, limits);
      });
      statements.set(rule.versionId, statement);
    } catch (error) {
      if (!waiting.aborted) throw error;
    }
  };
  try {
    await Promise.all(rules.map(ask));
  } finally {
    await files.release();
  }
  return statements;
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
