import { makeStrictValidator } from '@output-review/contracts';
import { withDeadline } from '@output-review/runtime';
import { generateText, jsonSchema, Output, type Prompt } from 'ai';

import { repeatsKeys } from '../engine/repeated-keys.ts';
import { makeBoundedFetch, type SendRequest } from './bounded-fetch.ts';
import { JudgeFailure, type JudgeUsage } from './judge-failure.pure.ts';
import type { ChosenJudge } from './judges.pure.ts';
import { languageModelOf } from './language-model.ts';
import { explainModelError, findRefusal, usageOf } from './model-answers.ts';

export interface GenerateDeps {
  readonly now: () => Date;
  /** Guards requests to addresses that workspaces configure. */
  readonly egress: { readonly fetch: SendRequest };
}

type AnswerSchema<Answer> = Parameters<typeof makeStrictValidator>[0] & { static: Answer };

export interface ModelQuestion<Answer> {
  readonly model: ChosenJudge;
  readonly prompt: Prompt;
  /** The schema of the answer, and its name in the request to the model. */
  readonly schema: AnswerSchema<Answer>;
  readonly name: string;
  readonly maxOutputTokens?: number;
}

/** @throws JudgeFailure; the reason of the signal if that is aborted */
export type GenerateAnswer = <Answer>(
  question: ModelQuestion<Answer>,
  ending: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<{ readonly answer: Answer; readonly usage: JudgeUsage }>;

/** Asks models through the AI SDK. Each call sends one request: callers know better what to retry, and for how long. */
export function makeGenerateAnswer({ now, egress }: GenerateDeps): GenerateAnswer {
  const fetches = {
    // The operator chooses this address, so it may be private.
    operator: makeBoundedFetch((url, request) => fetch(url, request)),
    workspace: makeBoundedFetch(egress.fetch),
  };
  return async <Answer>(
    { model, prompt, schema, name, ...limits }: ModelQuestion<Answer>,
    { timeoutMs, signal }: Parameters<GenerateAnswer>[1],
  ) =>
    withDeadline({ timeoutMs, signal }, async (ended) => {
      try {
        // No temperature: some models reject a request that sets one.
        const result = await generateText({
          model: languageModelOf(model, fetches[model.owner]),
          ...prompt,
          output: Output.object({ schema: answerSchemaOf(schema), name }),
          ...limits,
          maxRetries: 0,
          abortSignal: ended,
        });
        const usage = usageOf(result);
        const refusal =
          findRefusal(result, result.response.body) ?? (result.text.trim() === '' ? 'empty' : null);
        if (refusal !== null) throw new JudgeFailure(refusal, { usage });
        const answer = result.output;
        if (repeatsKeys(result.text, answer)) throw new JudgeFailure('off_schema', { usage });
        return { answer, usage };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (ended.aborted) throw new JudgeFailure('timeout');
        throw explainModelError(error, now());
      }
    });
}

/** The SDK does not validate answers against a schema itself. Without `validate`, it would accept anything. */
function answerSchemaOf<Answer>(schema: AnswerSchema<Answer>) {
  const findFault = makeStrictValidator(schema);
  return jsonSchema<Answer>(schema, {
    validate: (value) => {
      const fault = findFault(value);
      return fault === null
        ? { success: true, value: value as Answer }
        : { success: false, error: new Error(fault) };
    },
  });
}
