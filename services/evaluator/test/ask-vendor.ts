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

const neverFetch = async (): Promise<never> => {
  throw new Error('The operator’s judge must not use the egress guard');
};

/** Asks the operator's judges, whose requests bypass the egress guard. */
export const askModel = makeAskModel(
  makeGenerateAnswer({ now: () => NOW, egress: { fetch: neverFetch } }),
  null,
);

/** The operator's judge of a vendor. */
export function judgeOf(provider: JudgeProvider, change: Partial<Judge> = {}): Judge {
  const baseUrl = provider === 'openai_compatible' ? 'http://models.example:8000/v1' : null;
  return { provider, model: 'a-model', baseUrl, apiKey: KEY, ...change };
}

/** Asks a vendor as the operator’s judge. */
export function ask(
  provider: JudgeProvider,
  { timeoutMs = 5_000, ...change }: Partial<Judge> & { timeoutMs?: number } = {},
): Promise<JudgeReply> {
  return askModel(
    { judge: { ...judgeOf(provider, change), owner: 'operator' }, prompt: PROMPT },
    { timeoutMs, signal: new AbortController().signal },
  );
}
