import { useState } from 'react';

import { FormDialog } from '../../components/form-dialog.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import { keptProvider } from './kept-provider.ts';
import {
  type JudgeProvider,
  type ProviderName,
  type Settings,
  useSaveSettings,
} from './settings.ts';

const { settings: words } = texts;

const PROVIDERS = Object.keys(words.providers) as ProviderName[];

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
  const [model, setModel] = useState(judge?.model ?? '');
  const [baseUrl, setBaseUrl] = useState(judge?.baseUrl ?? '');
  const [apiKey, setApiKey] = useState('');
  const [prices, setPrices] = useState(() => pricesOf(judge));
  const save = useSaveSettings();
  const index = judge === null ? judgeProviders.length : taken.indexOf(judge.provider);
  const submit = (): void => {
    const changed = {
      ...{ provider, model },
      ...(baseUrl.trim() === '' ? {} : { baseUrl }),
      ...(apiKey === '' ? {} : { apiKey }),
      inputPerMillion: priceIn(prices.inputPerMillion),
      outputPerMillion: priceIn(prices.outputPerMillion),
    };
    const others = judgeProviders.map(keptProvider);
    save.mutate({ judgeProviders: others.toSpliced(index, 1, changed) }, { onSuccess: onClose });
  };
  const path = (field: string): string => `judgeProviders.${index}.${field}`;
  const failure = failureBeside(save.error, ['model', 'baseUrl', 'apiKey', ...PRICES].map(path));
  return (
    <FormDialog
      onClose={onClose}
      title={judge === null ? words.addJudge : words.editJudge(words.providers[judge.provider])}
      submitText={texts.form.save}
      isBusy={save.isPending}
      failure={failure}
      onSubmit={submit}
    >
      {judge === null && (
        <SelectField
          label={words.provider}
          value={provider}
          onChange={({ target }) =>
            setProvider(free.find((name) => name === target.value) ?? provider)
          }
        >
          {free.map((name) => (
            <option key={name} value={name}>
              {words.providers[name]}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={words.model}
        required
        maxLength={200}
        value={model}
        fault={faultOf(save.error, path('model'))}
        onChange={({ target }) => setModel(target.value)}
      />
      <TextField
        label={words.baseUrl}
        type="url"
        required={provider === 'openai_compatible'}
        hint={words.baseUrlHint}
        value={baseUrl}
        fault={faultOf(save.error, path('baseUrl'))}
        onChange={({ target }) => setBaseUrl(target.value)}
      />
      <TextField
        label={words.apiKey}
        type="password"
        autoComplete="off"
        maxLength={1000}
        hint={judge?.hasKey === true ? words.apiKeyKept : words.apiKeyHint}
        value={apiKey}
        fault={faultOf(save.error, path('apiKey'))}
        onChange={({ target }) => setApiKey(target.value)}
      />
      <PriceFields
        prices={prices}
        faultOf={(name) => faultOf(save.error, path(name))}
        onChange={setPrices}
      />
    </FormDialog>
  );
}

type PriceName = (typeof PRICES)[number];
type PriceTexts = Readonly<Record<PriceName, string>>;

interface PriceFieldsProps {
  readonly prices: PriceTexts;
  readonly faultOf: (name: PriceName) => string | undefined;
  readonly onChange: (prices: PriceTexts) => void;
}

function PriceFields({ prices, faultOf, onChange }: PriceFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {PRICES.map((name) => (
          <TextField
            key={name}
            label={words.prices[name]}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            value={prices[name]}
            fault={faultOf(name)}
            onChange={({ target }) => onChange({ ...prices, [name]: target.value })}
          />
        ))}
      </div>
      <p className="text-xs text-faint">{words.pricesHint}</p>
    </>
  );
}

function pricesOf(judge: JudgeProvider | null): PriceTexts {
  const { inputPerMillion = null, outputPerMillion = null } = judge ?? {};
  return {
    inputPerMillion: inputPerMillion?.toString() ?? '',
    outputPerMillion: outputPerMillion?.toString() ?? '',
  };
}

function priceIn(text: string): number | null {
  return text === '' ? null : Number(text);
}
