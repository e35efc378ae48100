import { useState } from 'react';

import { FormDialog } from '../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { failureBeside, useFields } from '../../components/form.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import {
  type JudgeProvider,
  keptProvider,
  type ProviderName,
  type Settings,
  useSaveList,
} from './queries.ts';
import { texts } from './texts.ts';

const PROVIDERS = Object.keys(componentTexts.judgeProviders) as ProviderName[];

const PRICES = ['inputPerMillion', 'outputPerMillion'] as const;

interface JudgeDialogProps {
  readonly settings: Settings;
  /** Null for one that is to be added. */
  readonly judge: JudgeProvider | null;
  readonly onClose: () => void;
}

export function JudgeDialog({ settings, judge, onClose }: JudgeDialogProps) {
  const { judgeProviders } = settings;
  const taken = judgeProviders.map(({ provider }) => provider);
  const free = PROVIDERS.filter((name) => !taken.includes(name));
  const [provider, setProvider] = useState(judge?.provider ?? free[0] ?? 'openai_compatible');
  const { values, field } = useFields({
    model: judge?.model ?? '',
    baseUrl: judge?.baseUrl ?? '',
    apiKey: '',
    inputPerMillion: judge?.inputPerMillion?.toString() ?? '',
    outputPerMillion: judge?.outputPerMillion?.toString() ?? '',
  });
  const save = useSaveList();
  // One that somebody else has removed meanwhile is added again.
  const placeIn = (providers: readonly JudgeProvider[]): number => {
    const at = providers.findIndex((each) => each.provider === judge?.provider);
    return at === -1 ? providers.length : at;
  };
  const submit = (): void => {
    const { model, baseUrl, apiKey, inputPerMillion, outputPerMillion } = values;
    const changed = {
      ...{ provider, model },
      ...(baseUrl.trim() === '' ? {} : { baseUrl }),
      ...(apiKey === '' ? {} : { apiKey }),
      inputPerMillion: priceIn(inputPerMillion),
      outputPerMillion: priceIn(outputPerMillion),
    };
    const change = ({ judgeProviders: now }: Settings) => ({
      judgeProviders: now.map(keptProvider).toSpliced(placeIn(now), 1, changed),
    });
    save.mutate(change, { onSuccess: onClose });
  };
  const pathOf = (name: string): string => `judgeProviders.${placeIn(judgeProviders)}.${name}`;
  const fieldOf = (name: keyof typeof values) => field(name, save.error, pathOf(name));
  return (
    <FormDialog
      onClose={onClose}
      title={judge === null ? texts.addJudge : texts.editJudge(choiceOf(judge.provider).text)}
      isBusy={save.isPending}
      failure={failureBeside(save.error, Object.keys(values).map(pathOf))}
      onSubmit={submit}
    >
      {judge === null && (
        <ChoiceField
          label={texts.provider}
          value={provider}
          choices={free.map(choiceOf)}
          onChoose={(chosen = provider) => setProvider(chosen)}
        />
      )}
      <TextField label={texts.model} required maxLength={200} {...fieldOf('model')} />
      <TextField
        label={texts.baseUrl}
        type="url"
        required={provider === 'openai_compatible'}
        hint={texts.baseUrlHint}
        {...fieldOf('baseUrl')}
      />
      <TextField
        label={texts.apiKey}
        type="password"
        autoComplete="off"
        maxLength={1000}
        hint={judge?.hasKey === true ? texts.apiKeyKept : texts.apiKeyHint}
        {...fieldOf('apiKey')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {PRICES.map((name) => (
          <TextField
            key={name}
            label={texts.prices[name]}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            {...fieldOf(name)}
          />
        ))}
      </div>
      <p className="text-xs text-faint">{texts.pricesHint}</p>
    </FormDialog>
  );
}

/** A provider by its name. */
export function choiceOf(id: ProviderName) {
  return { id, text: componentTexts.judgeProviders[id] };
}

function priceIn(text: string): number | null {
  return text === '' ? null : Number(text);
}
