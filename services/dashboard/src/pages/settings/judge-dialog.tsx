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
  const save = useSaveSettings();
  const index = judge === null ? judgeProviders.length : taken.indexOf(judge.provider);
  const submit = (): void => {
    const changed = {
      ...{ provider, model },
      ...(baseUrl.trim() === '' ? {} : { baseUrl }),
      ...(apiKey === '' ? {} : { apiKey }),
    };
    const others = judgeProviders.map(keptProvider);
    save.mutate({ judgeProviders: others.toSpliced(index, 1, changed) }, { onSuccess: onClose });
  };
  const path = (field: string): string => `judgeProviders.${index}.${field}`;
  const failure = failureBeside(save.error, ['model', 'baseUrl', 'apiKey'].map(path));
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
    </FormDialog>
  );
}
