import { type Static, Type } from '@sinclair/typebox';

import { JUDGE_PROVIDERS } from './rule.ts';
import { Clearable, Nullable, OneOf, PATCH } from './schema/nullable.ts';

const Price = Type.Number({
  minimum: 0,
  maximum: 1_000_000,
  description: 'US dollars for a million tokens.',
});

/** Who judges in a workspace, without the keys, which nobody is ever shown. */
export const JudgeSettings = Type.Object({
  defaultJudgeProvider: Nullable(
    Type.Unsafe<(typeof JUDGE_PROVIDERS)[number]>({
      ...OneOf(JUDGE_PROVIDERS),
      description:
        'Judges the rules that name no provider; one of `judgeProviders`. Null: the operator’s.',
    }),
  ),
  judgeProviders: Type.Array(
    Type.Object({
      provider: OneOf(JUDGE_PROVIDERS),
      model: Type.String(),
      baseUrl: Nullable(Type.String({ description: 'Null: the provider’s own.' })),
      hasKey: Type.Boolean(),
      inputPerMillion: Nullable(Price),
      outputPerMillion: Nullable(Price),
    }),
  ),
  skipJudgesWhenFlagged: Type.Boolean({
    description: 'Whether judges are left alone where an exact rule has failed already.',
  }),
});
export type JudgeSettings = Static<typeof JudgeSettings>;

const ModelName = Type.String({ minLength: 1, maxLength: 200, 'x-trim': true });
const BaseUrl = Type.String({
  maxLength: 2000,
  'x-trim': true,
  description:
    'As OpenAI clients take it (`…/v1`); without it the provider’s own. By https, and public, but for ' +
    'addresses that the operator allows. openai_compatible must have one. Only the key of this entry ' +
    'is sent there, never the operator’s.',
});
const ApiKey = Type.String({
  maxLength: 1000,
  'x-trim': true,
  // What may stand in a header.
  pattern: '^[\\x21-\\x7e]*$',
  'x-patternMessage': 'Must be of visible ASCII characters, without spaces.',
  writeOnly: true,
  description:
    'Never shown again. Left out, the stored key stays as long as the `baseUrl` does; a new one ' +
    'deletes it, and so does null.',
});

const CountedPrice = {
  ...Price,
  description:
    'US dollars for a million tokens of `model`. With both prices the cost of a call is known where the ' +
    'provider does not tell it. Left out: not known.',
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

/** A change of it; what is left out stays. */
export const JudgeSettingsChange = Type.Object(
  {
    defaultJudgeProvider: Type.Optional(Clearable(OneOf(JUDGE_PROVIDERS))),
    judgeProviders: Type.Optional(
      Type.Array(JudgeProviderChange, {
        maxItems: 20,
        description:
          'The whole list, one entry a provider. An entry that is left out is removed, with its key.',
      }),
    ),
    skipJudgesWhenFlagged: Type.Optional(Type.Boolean()),
  },
  PATCH,
);
export type JudgeSettingsChange = Static<typeof JudgeSettingsChange>;
