import { makeStrictValidator } from '@output-review/contracts';
import { withDeadline } from '@output-review/runtime';
import { generateText, jsonSchema, Output, type Prompt } from 'ai';

import { makeBoundedFetch, type SendRequest } from './bounded-fetch.ts';
import { JudgeFailure, type JudgeUsage } from './judge-failure.pure.ts';
import type { ChosenJudge } from './judges.pure.ts';
import { languageModelOf } from './language-model.ts';
import { explainModelError, findRefusal, usageOf } from './model-answers.ts';
import { repeatsKeys } from './repeated-keys.pure.ts';

export interface GenerateDeps {
  readonly now: () => Date;
  /** Guards the way to addresses that workspaces have given. */
  readonly egress: { readonly fetch: SendRequest };
}

type AnswerSchema<Answer> = Parameters<typeof makeStrictValidator>[0] & { static: Answer };

export interface ModelQuestion<Answer> {
  readonly model: ChosenJudge;
  readonly prompt: Prompt;
  /** What the answer must be, and what it is called to the model. */
  readonly schema: AnswerSchema<Answer>;
  readonly name: string;
  readonly maxOutputTokens?: number;
}

/** @throws JudgeFailure; the reason of the signal where that is aborted. */
export type GenerateAnswer = <Answer>(
  question: ModelQuestion<Answer>,
  ending: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<{ readonly answer: Answer; readonly usage: JudgeUsage }>;

/**
 * Asks models by the AI SDK. One request a call: who asks knows better what to try again, and how
 * long.
 */
export function makeGenerateAnswer({ now, egress }: GenerateDeps): GenerateAnswer {
  const fetches = {
    // Chosen by who runs the service; it may be anywhere.
    operator: makeBoundedFetch((url, request) => fetch(url, request)),
    workspace: makeBoundedFetch(egress.fetch),
  };
  return async <Answer>(
    { model, prompt, schema, name, ...limits }: ModelQuestion<Answer>,
    { timeoutMs, signal }: Parameters<GenerateAnswer>[1],
  ) =>
    withDeadline({ timeoutMs, signal }, async (ended) => {
      try {
        // No temperature: some models refuse a request that has one.
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
        if (repeatsKeys(result.text)) throw new JudgeFailure('off_schema', { usage });
        return { answer, usage };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (ended.aborted) throw new JudgeFailure('timeout');
        throw explainModelError(error, now());
      }
    });
}

/** The SDK itself holds no answer against a schema; without `validate` anything would come through. */
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
