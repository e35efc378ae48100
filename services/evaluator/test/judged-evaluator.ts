import { afterAll, beforeAll, expect } from '@jest/globals';
import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import type { EvaluatorOptions } from '../src/service.ts';
import { type JudgeServer, startJudgeServer } from './judge-server.ts';
import { aSubmission, startTestEvaluator, type TestEvaluator } from './test-evaluator.ts';

/** The current row of a job. */
export interface JobState {
  readonly state: string;
  readonly owner: string | null;
  readonly attempt: number | null;
  readonly material: string | null;
  readonly progress: string | null;
}

/** An evaluator with a judge, and access to its jobs. */
export interface JudgedEvaluator extends TestEvaluator {
  readonly judge: JudgeServer;
  readonly judging: EvaluatorOptions['judging'];
  readonly admin: Client;
  /** Creates a workspace with a rule that asks the judge. */
  aJudgedWorkspace(rule?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Changes the job of an output, as time or another replica would. */
  change(id: string, assignments: string): Promise<void>;
  jobOf(id: string): Promise<JobState>;
  /** Waits until a job is rescheduled because its judge is unavailable, after this attempt or any. */
  paused(id: string, attempt?: number): Promise<void>;
  /** How often the judge was asked about this output. */
  timesAsked(output: OutputsSubmitted): number;
  /** Waits until it was asked this often. */
  askedAbout(output: OutputsSubmitted, times?: number): Promise<void>;
  /** Judges an output of the workspace. */
  judgedIn(workspaceId: string): Promise<OutputsEvaluated>;
  submission(workspaceId: string, given?: Parameters<typeof aSubmission>[1]): OutputsSubmitted;
}

/** Timeout for a start: the vendors' SDKs are large, and Jest links each of their modules separately. */
export const PATIENCE_MS = 60_000;

/** A job whose judge was unavailable for a minute, and that no replica claimed for an hour afterwards. */
export const LEFT_FOR_AN_HOUR =
  "failing_since = now() - interval '1 hour', next_attempt_at = now() - interval '59 minutes'";

const JUDGE_RULE = {
  ...{ name: 'Tone', type: 'llm_judge', value: 'The answer is polite.' },
};

export async function startJudgedEvaluator(
  settings: Partial<EvaluatorOptions['judging']> = {},
  rest: Partial<EvaluatorOptions> = {},
): Promise<JudgedEvaluator> {
  const judge = await startJudgeServer();
  const judging: EvaluatorOptions['judging'] = {
    judge: {
      ...{ provider: 'openai_compatible', model: 'local' },
      ...{ baseUrl: judge.baseUrl, apiKey: 'sk-very-secret' },
    },
    // Calls fail at once instead of after seconds.
    pausesInCall: { firstMs: 20, longestMs: 100 },
    ...settings,
  };
  const evaluator = await startTestEvaluator({ lookEveryMs: 200, ...rest, judging });
  const admin = new Client({ connectionString: evaluator.database.adminUrl });
  await admin.connect();
  const submission: JudgedEvaluator['submission'] = (workspaceId, given = {}) =>
    aSubmission(evaluator.clock, { workspaceId, output: `Hello ${newId()}`, ...given });
  const timesAsked = ({ content }: OutputsSubmitted): number =>
    judge.asked.filter(({ material }) => material['output'] === content.output).length;
  const jobOf = async (id: string): Promise<JobState> => {
    const { rows } = await admin.query<JobState>(
      `SELECT state, owner, attempt, material, progress FROM evaluator.evaluations
       WHERE output_id = $1`,
      [id],
    );
    if (!rows[0]) throw new Error(`No evaluation of ${id}`);
    return rows[0];
  };
  return {
    ...evaluator,
    judge,
    judging,
    admin,
    aJudgedWorkspace: async (rule = {}) => {
      const workspaceId = newId();
      const api = await evaluator.api(workspaceId);
      const answer = await api.post('/api/rules', { ...JUDGE_RULE, ...rule });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return workspaceId;
    },
    change: async (id, assignments) => {
      await admin.query(`UPDATE evaluator.evaluations SET ${assignments} WHERE output_id = $1`, [
        id,
      ]);
    },
    jobOf,
    paused: (id, attempt?: unknown) =>
      eventually(async () => {
        expect(await jobOf(id)).toMatchObject({
          ...{ state: 'judging', owner: null, attempt: attempt ?? expect.any(Number) },
        });
      }, PATIENCE_MS),
    timesAsked,
    askedAbout: (output, times = 1) =>
      eventually(() => {
        if (timesAsked(output) < times) throw new Error(`Asked ${timesAsked(output)} times`);
      }, 25_000),
    judgedIn: async (workspaceId) => {
      const output = submission(workspaceId);
      await evaluator.send(output);
      return evaluator.resultOf(output.id);
    },
    submission,
    stop: async () => {
      await admin.end();
      await evaluator.stop();
      await judge.close();
    },
  };
}

/** An evaluator with a judge, shared by all tests of a file. */
export function useJudgedEvaluator(...options: Parameters<typeof startJudgedEvaluator>) {
  const evaluator = {} as JudgedEvaluator;
  beforeAll(async () => {
    Object.assign(evaluator, await startJudgedEvaluator(...options));
  });
  afterAll(() => evaluator.stop());
  return evaluator;
}
