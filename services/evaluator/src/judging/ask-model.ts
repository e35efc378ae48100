import { JudgeAnswer } from '@output-review/contracts';
import type { Prompt } from 'ai';

import type { GenerateAnswer } from '../judges/generate-answer.ts';
import type { AskModel } from './ask-judge.ts';
import type { JudgePrompt } from './judge-prompt.pure.ts';

// A verdict takes hundreds of tokens, and models that think first need room for that. More would not arrive within the
// timeout of a call.
const OUTPUT_TOKENS_MAX = 4_096;

/** Asks models for verdicts. */
export function makeAskModel(generateAnswer: GenerateAnswer): AskModel {
  return ({ judge, prompt }, ending) => {
    const answer = { schema: JudgeAnswer, name: 'verdict', maxOutputTokens: OUTPUT_TOKENS_MAX };
    return generateAnswer({ model: judge, prompt: messagesOf(prompt), ...answer }, ending);
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
