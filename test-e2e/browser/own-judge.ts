import type { Client } from '../harness/client.ts';
import { startJudgeServer } from '../harness/judge-server.ts';

/** A judge that the workspace of this test asks. */
export async function startOwnJudge(admin: Client) {
  const judge = await startJudgeServer({ takesMs: 1 });
  const baseUrl = judge.settings['JUDGE_BASE_URL'];
  const provider = 'openai_compatible';
  const answer = await admin.patch('/api/settings', {
    defaultJudgeProvider: provider,
    judgeProviders: [{ provider, model: 'local', baseUrl, apiKey: 'a-key-of-this-test' }],
  });
  if (answer.status !== 200) throw new Error(`Settings answered ${answer.status}: ${answer.text}`);
  return {
    received: judge.received,
    [Symbol.asyncDispose]: () => judge.close(),
  };
}
