import { type Static, Type } from '@sinclair/typebox';

import { VERDICTS } from './output.ts';
import { OneOf } from './schema/nullable.ts';

/**
 * What a judge answers, and nothing else. It is sent to the vendors, so it has only keywords that
 * all of them take; whoever reads an answer holds it against this, because not all of them do.
 */
export const JudgeAnswer = Type.Object(
  {
    verdict: OneOf(VERDICTS),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    explanation: Type.String(),
  },
  { additionalProperties: false },
);
export type JudgeAnswer = Static<typeof JudgeAnswer>;
