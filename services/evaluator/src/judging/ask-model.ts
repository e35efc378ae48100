import { JudgeAnswer, makeStrictValidator } from '@output-review/contracts';
import { withDeadline } from '@output-review/runtime';
import { generateText, jsonSchema, Output, type Prompt } from 'ai';

import { makeBoundedFetch, type SendRequest } from '../judges/bounded-fetch.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import { languageModelOf } from '../judges/language-model.ts';
import { explainModelError, findRefusal, usageOf } from '../judges/model-answers.ts';
import type { AskModel, JudgeReply } from './ask-judge.ts';
import type { JudgePrompt } from './judge-prompt.pure.ts';

// A verdict takes some hundred; models that think first need room for that. More would not come
// within the time of a call.
const OUTPUT_TOKENS_MAX = 4_096;

const findFault = makeStrictValidator(JudgeAnswer);
// The SDK itself holds no answer against a schema; without `validate` anything would come through.
const ANSWER_SCHEMA = jsonSchema<JudgeAnswer>(JudgeAnswer, {
  validate: (value) => {
    const fault = findFault(value);
    return fault === null
      ? { success: true, value: value as JudgeAnswer }
      : { success: false, error: new Error(fault) };
  },
});

export interface AskModelDeps {
  readonly now: () => Date;
  /** Guards the way to addresses that workspaces have given. */
  readonly egress: { readonly fetch: SendRequest };
}

/**
 * Asks models by the AI SDK. One request a call: who asks knows better what to try again, and how
 * long.
 */
export function makeAskModel({ now, egress }: AskModelDeps): AskModel {
  const fetches = {
    // Chosen by who runs the service; it may be anywhere.
    operator: makeBoundedFetch((url, request) => fetch(url, request)),
    workspace: makeBoundedFetch(egress.fetch),
  };
  return async ({ judge, prompt }, { timeoutMs, signal }) =>
    withDeadline({ timeoutMs, signal }, async (ended): Promise<JudgeReply> => {
      try {
        // No temperature: some models refuse a request that has one.
        const result = await generateText({
          model: languageModelOf(judge, fetches[judge.owner]),
          ...messagesOf(prompt),
          output: Output.object({ schema: ANSWER_SCHEMA, name: 'verdict' }),
          maxOutputTokens: OUTPUT_TOKENS_MAX,
          maxRetries: 0,
          abortSignal: ended,
        });
        const usage = usageOf(result);
        const refusal = findRefusal(result) ?? (result.text.trim() === '' ? 'empty' : null);
        if (refusal !== null) throw new JudgeFailure(refusal, { usage });
        return { answer: result.output, usage };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (ended.aborted) throw new JudgeFailure('timeout');
        throw explainModelError(error, now());
      }
    });
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
