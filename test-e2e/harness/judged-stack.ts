import { JUDGE_RULE, type JudgeServer, startJudgeServer } from './judge-server.ts';
import { search } from './outputs.ts';
import { type StackSystem, startStackSystem } from './stack-system.ts';

/** A separate real stack with a rule whose judge takes half a second. */
export interface JudgedStack {
  readonly system: StackSystem;
  readonly judge: JudgeServer;
  /** Adds or removes evaluators to reach this number. */
  scaleTo(evaluators: number): Promise<void>;
  stop(): Promise<void>;
}

/** Concurrent calls of one evaluator, so few that the judge is the bottleneck, not this machine. */
export const CALLS_PER_EVALUATOR = 4;
const JUDGE_TAKES_MS = 500;
/** Maximum number of judged outputs per second and evaluator. */
export const JUDGED_PER_SECOND = (CALLS_PER_EVALUATOR * 1_000) / JUDGE_TAKES_MS;

/** @param signal aborts the start. */
export async function startJudgedStack(signal?: AbortSignal): Promise<JudgedStack> {
  const judge = await startJudgeServer({ takesMs: JUDGE_TAKES_MS });
  const settings = { ...judge.settings, JUDGE_CALLS_MAX: String(CALLS_PER_EVALUATOR) };
  const system = await startStackSystem({ envOf: { evaluator: settings }, signal }).catch(
    async (error: unknown) => {
      await judge.close();
      throw error;
    },
  );
  const { stack } = system;
  const stop = async (): Promise<void> => {
    try {
      await system.stop();
    } finally {
      await judge.close();
    }
  };
  const scaleTo = async (evaluators: number): Promise<void> => {
    while (stack.services.evaluator.length < evaluators) await stack.addReplica('evaluator');
    while (stack.services.evaluator.length > evaluators) await stack.removeReplica('evaluator');
  };
  const manager = await system.signIn();
  const { status, text } = await manager.post('/api/rules', JUDGE_RULE);
  if (status !== 201) {
    await stop();
    throw new Error(`Creating the rule answered ${status}: ${text}`);
  }
  return { system, judge, scaleTo, stop };
}

/** The number of outputs of a project that were judged and passed. */
export async function countPassed({ automation }: StackSystem, project: string): Promise<number> {
  const { total } = await search(automation, { project, status: 'pass', limit: '1' });
  return Number(total);
}
