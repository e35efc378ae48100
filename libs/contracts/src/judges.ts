import { type Static, Type } from '@sinclair/typebox';

import { VERDICTS } from './output.ts';
import { JUDGE_PROVIDERS } from './rule.ts';
import { Clearable, Nullable, OneOf, PATCH } from './schema/nullable.ts';

const Price = Type.Number({
  minimum: 0,
  maximum: 1_000_000,
  description: 'US dollars per million tokens.',
});

/** The judges of a workspace. Keys are never returned. */
export const JudgeSettings = Type.Object({
  defaultJudgeProvider: Nullable(
    Type.Unsafe<(typeof JUDGE_PROVIDERS)[number]>({
      ...OneOf(JUDGE_PROVIDERS),
      description:
        'The judge for rules that name no provider; one of `judgeProviders`. Null: the ' +
        'operator’s judge.',
    }),
  ),
  judgeProviders: Type.Array(
    Type.Object({
      provider: OneOf(JUDGE_PROVIDERS),
      model: Type.String(),
      baseUrl: Nullable(Type.String({ description: 'Null: the provider’s own URL.' })),
      hasKey: Type.Boolean(),
      inputPerMillion: Nullable(Price),
      outputPerMillion: Nullable(Price),
    }),
  ),
  skipJudgesWhenFlagged: Type.Boolean({
    description: 'Whether judges are skipped if an exact rule has already failed.',
  }),
});
export type JudgeSettings = Static<typeof JudgeSettings>;

const ModelName = Type.String({ minLength: 1, maxLength: 200, 'x-trim': true });
const BaseUrl = Type.String({
  maxLength: 2000,
  'x-trim': true,
  description:
    'In the form that OpenAI clients use (`…/v1`). Default: the provider’s own URL. Must begin ' +
    'with `https://` and have a public address, unless the operator allows the address. ' +
    'Required for openai_compatible. Only the key of this entry is sent there, never the ' +
    'operator’s.',
});
const ApiKey = Type.String({
  maxLength: 1000,
  'x-trim': true,
  // Characters that a header may contain.
  pattern: '^[\\x21-\\x7e]*$',
  'x-patternMessage': 'Must contain only visible ASCII characters, without spaces.',
  writeOnly: true,
  description:
    'Never shown again. If left out, the stored key is kept as long as `baseUrl` stays the ' +
    'same; a new `baseUrl` deletes it, and so does null.',
});

const CountedPrice = {
  ...Price,
  description:
    'US dollars per million tokens of `model`. With both prices, the cost of a call is known ' +
    'even if the provider does not report it. If left out, it is not known.',
};

const JudgeProviderChange = Type.Object(
  {
    provider: OneOf(JUDGE_PROVIDERS),
    model: ModelName,
    baseUrl: Type.Optional(Clearable(BaseUrl)),
    apiKey: Type.Optional(Clearable(ApiKey)),
    inputPerMillion: Type.Optional(Clearable(CountedPrice)),
    outputPerMillion: Type.Optional(Clearable(CountedPrice)),
  },
  PATCH,
);
export type JudgeProviderChange = Static<typeof JudgeProviderChange>;

/** A change of these settings; omitted fields stay. */
export const JudgeSettingsChange = Type.Object(
  {
    defaultJudgeProvider: Type.Optional(Clearable(OneOf(JUDGE_PROVIDERS))),
    judgeProviders: Type.Optional(
      Type.Array(JudgeProviderChange, {
        maxItems: 20,
        description:
          'The whole list, with one entry per provider. A provider that you leave out is ' +
          'removed, with its key.',
      }),
    ),
    skipJudgesWhenFlagged: Type.Optional(Type.Boolean()),
  },
  PATCH,
);
export type JudgeSettingsChange = Static<typeof JudgeSettingsChange>;

/**
 * The exact answer of a judge. The schema is sent to the vendors, so it has only keywords that all of them support.
 * Answers are validated against it, because not all vendors enforce it.
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
