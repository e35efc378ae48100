import type { JudgeProvider } from '@output-review/contracts';

import { NO_JUDGED_FILES } from '../src/engine/judged-files.ts';
import { makeGenerateAnswer } from '../src/judges/generate-answer.ts';
import type { Judge } from '../src/judges/judges.pure.ts';
import { makeAskModel } from '../src/judging/ask-model.ts';
import { makeJudgePrompt } from '../src/judging/judge-prompt.pure.ts';
import type { JudgeReply } from '../src/judging/settle-by-judge.pure.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');
export const KEY = 'sk-very-secret';
export const PROMPT = makeJudgePrompt(
  'No refunds.',
  { material: { output: 'Money back!' }, files: NO_JUDGED_FILES },
  'b0undary',
);

/** Asks a vendor as the operator’s judge, whose requests bypass the egress guard. */
export function ask(
  provider: JudgeProvider,
  { timeoutMs = 5_000, ...judge }: Partial<Judge> & { timeoutMs?: number } = {},
): Promise<JudgeReply> {
  const baseUrl = provider === 'openai_compatible' ? 'http://models.example:8000/v1' : null;
  const asked = { provider, model: 'a-model', baseUrl, apiKey: KEY, owner: 'operator' } as const;
  return makeAskModel(makeGenerateAnswer({ now: () => NOW, egress: { fetch: neverFetch } }), null)(
    { judge: { ...asked, ...judge }, prompt: PROMPT },
    { timeoutMs, signal: new AbortController().signal },
  );
}

const neverFetch = async (): Promise<never> => {
  throw new Error('The operator’s judge must not use the egress guard');
};
