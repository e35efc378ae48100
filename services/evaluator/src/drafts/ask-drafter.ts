import {
  type Draft,
  DraftAnswer,
  LabelledDraftAnswer,
  makeStrictValidator,
} from '@output-review/contracts';
import { withDeadline } from '@output-review/runtime';
import { generateText, jsonSchema, Output } from 'ai';

import { makeBoundedFetch } from '../judges/bounded-fetch.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { ChosenJudge } from '../judges/judges.pure.ts';
import { languageModelOf } from '../judges/language-model.ts';
import { explainModelError, findRefusal } from '../judges/model-answers.ts';
import type { AskModelDeps } from '../judging/ask-model.ts';
import type { DraftPrompt } from './drafts.pure.ts';

export interface DraftQuestion {
  readonly model: ChosenJudge;
  readonly prompt: DraftPrompt;
  /** Whether there are outputs for the answer to cite. */
  readonly hasOutputs: boolean;
}

/** @throws JudgeFailure; the reason of the signal where that is aborted. */
export type AskDrafter = (
  question: DraftQuestion,
  ending: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<Draft>;

/** The SDK itself holds no answer against a schema; without `validate` anything would come through. */
function answerSchemaOf(schema: typeof DraftAnswer | typeof LabelledDraftAnswer) {
  const findFault = makeStrictValidator(schema);
  return jsonSchema<Draft>(schema, {
    validate: (value) => {
      const fault = findFault(value);
      return fault === null
        ? { success: true, value: value as Draft }
        : { success: false, error: new Error(fault) };
    },
  });
}

const FROM_NOTES = answerSchemaOf(DraftAnswer);
const FROM_OUTPUTS = answerSchemaOf(LabelledDraftAnswer);

/** Asks models for drafts by the AI SDK, one request a call. */
export function makeAskDrafter({ now, egress }: AskModelDeps): AskDrafter {
  const fetches = {
    // Chosen by who runs the service; it may be anywhere.
    operator: makeBoundedFetch((url, request) => fetch(url, request)),
    workspace: makeBoundedFetch(egress.fetch),
  };
  return async ({ model, prompt, hasOutputs }, { timeoutMs, signal }) =>
    withDeadline({ timeoutMs, signal }, async (ended): Promise<Draft> => {
      try {
        // No limit of tokens: a draft is as long as its text, and models have limits of their own.
        const result = await generateText({
          model: languageModelOf(model, fetches[model.owner]),
          system: prompt.system,
          prompt: prompt.user,
          output: Output.object({
            schema: hasOutputs ? FROM_OUTPUTS : FROM_NOTES,
            name: 'draft',
          }),
          maxRetries: 0,
          abortSignal: ended,
        });
        const refusal = findRefusal(result) ?? (result.text.trim() === '' ? 'empty' : null);
        if (refusal !== null) throw new JudgeFailure(refusal);
        return result.output;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (ended.aborted) throw new JudgeFailure('timeout');
        throw explainModelError(error, now());
      }
    });
}
