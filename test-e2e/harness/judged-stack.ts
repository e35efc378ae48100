import { JUDGE_RULE, type JudgeServer, startJudgeServer } from './judge-server.ts';
import { search } from './outputs.ts';
import { type StackSystem, startStackSystem } from './stack-system.ts';

/** A real stack of one's own whose rule is put to a judge that answers in half a second. */
export interface JudgedStack {
  readonly system: StackSystem;
  readonly judge: JudgeServer;
  /** Adds or removes evaluators until there are so many. */
  scaleTo(evaluators: number): Promise<void>;
  stop(): Promise<void>;
}

/** Questions that one evaluator asks at a time: the judge, and not this machine, is what it waits for. */
export const CALLS_PER_EVALUATOR = 4;
const JUDGE_TAKES_MS = 500;
/** Outputs a second that one evaluator can have judged at the most. */
export const JUDGED_PER_SECOND = (CALLS_PER_EVALUATOR * 1_000) / JUDGE_TAKES_MS;

/** @param signal ends a start that is under way. */
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

/** How many outputs of a project were judged, and passed. */
export async function countPassed({ automation }: StackSystem, project: string): Promise<number> {
  const { total } = await search(automation, { project, status: 'pass', limit: '1' });
  return Number(total);
}
