import type { Client } from '../harness/client.ts';
import { startJudgeServer } from '../harness/judge-server.ts';

interface OwnJudge {
  /** "local" by default. */
  readonly model?: string;
  readonly inputPerMillion?: number;
  readonly outputPerMillion?: number;
}

/** A judge of this test's workspace. Its cost is known if prices are given. */
export async function startOwnJudge(admin: Client, { model = 'local', ...prices }: OwnJudge = {}) {
  const judge = await startJudgeServer({ takesMs: 1 });
  const baseUrl = judge.settings['JUDGE_BASE_URL'];
  const provider = 'openai_compatible';
  const answer = await admin.patch('/api/settings', {
    defaultJudgeProvider: provider,
    judgeProviders: [{ provider, model, baseUrl, apiKey: 'a-key-of-this-test', ...prices }],
  });
  if (answer.status !== 200) throw new Error(`Settings answered ${answer.status}: ${answer.text}`);
  return {
    received: judge.received,
    hold: judge.hold,
    release: judge.release,
    [Symbol.asyncDispose]: () => judge.close(),
  };
}
