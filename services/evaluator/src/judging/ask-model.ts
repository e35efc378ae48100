import { JudgeAnswer } from '@output-review/contracts';
import { activeTraceparent, type Tracing } from '@output-review/runtime';
import type { Prompt } from 'ai';

import type { GenerateAnswer } from '../judges/generate-answer.ts';
import type { AskModel } from './ask-judge.ts';
import type { JudgePrompt } from './judge-prompt.pure.ts';

// A verdict takes hundreds of tokens, and models that think first need room for that. More would not arrive within the
// timeout of a call.
const OUTPUT_TOKENS_MAX = 4_096;

/** Asks models for verdicts, each as part of the trace in progress. */
export function makeAskModel(generateAnswer: GenerateAnswer, tracing: Tracing | null): AskModel {
  return ({ judge, prompt }, ending) => {
    const answer = { schema: JudgeAnswer, name: 'verdict', maxOutputTokens: OUTPUT_TOKENS_MAX };
    const question = { model: judge, prompt: messagesOf(prompt), ...answer };
    if (!tracing || activeTraceparent() === null) return generateAnswer(question, ending);
    const { provider, model } = judge;
    const attributes = { 'gen_ai.provider.name': provider, 'gen_ai.request.model': model };
    return tracing.during({ name: 'ask judge', kind: 'CLIENT', attributes }, () =>
      generateAnswer(question, ending),
    );
  };
}

function messagesOf({ system, user, images }: JudgePrompt): Prompt {
  if (images.length === 0) return { system, prompt: user };
  const attached = images.map(({ contentType, bytes }) => ({
    type: 'image' as const,
    image: bytes,
    mediaType: contentType,
  }));
  const content = [{ type: 'text' as const, text: user }, ...attached];
  return { system, messages: [{ role: 'user', content }] };
}
