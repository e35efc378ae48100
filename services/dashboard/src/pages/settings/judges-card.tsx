import { Bot, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { FormDialog, RemoveButton } from '../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { failureBeside, useFields } from '../../components/form.tsx';
import { Card } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure } from '../../components/toast-store.ts';
import {
  type JudgeProvider,
  keptProvider,
  type ProviderName,
  type Settings,
  useSaveList,
  useSaveSettings,
} from './queries.ts';
import { SwitchList } from './setting-fields.tsx';
import { texts } from './texts.ts';

/** The judge models of the workspace. Their keys are never shown. */
export function JudgesCard({ settings }: { readonly settings: Settings }) {
  const [editing, setEditing] = useState<JudgeProvider | 'new' | null>(null);
  const may = useMay();
  const { judgeProviders } = settings;
  return (
    <Card
      title={texts.judges}
      actions={
        may('updateSettings') && (
          <Button size="small" icon={Plus} onClick={() => setEditing('new')}>
            {texts.addJudge}
          </Button>
        )
      }
    >
      <div className="space-y-4">
        {judgeProviders.length === 0 ? (
          <p className="text-sm text-soft">{texts.noJudges}</p>
        ) : (
          <ul className="divide-y divide-line rounded-md border border-line">
            {judgeProviders.map((judge) => (
              <JudgeLine key={judge.provider} judge={judge} onEdit={() => setEditing(judge)} />
            ))}
          </ul>
        )}
        {judgeProviders.length > 0 && <DefaultJudge settings={settings} />}
        <SwitchList settings={settings} names={['skipJudgesWhenFlagged']} />
      </div>
      {editing !== null && (
        <JudgeDialog
          settings={settings}
          judge={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

interface JudgeLineProps {
  readonly judge: JudgeProvider;
  readonly onEdit: () => void;
}

function JudgeLine({ judge, onEdit }: JudgeLineProps) {
  const may = useMay();
  const save = useSaveList();
  const remove = ({ judgeProviders }: Settings) => ({
    judgeProviders: judgeProviders
      .filter(({ provider }) => provider !== judge.provider)
      .map(keptProvider),
  });
  const name = componentTexts.judgeProviders[judge.provider];
  return (
    <li className="flex items-center gap-3 px-3 py-2 text-sm">
      <Bot size="1rem" aria-hidden className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-xs break-all text-faint">
          {judge.model}
          {judge.baseUrl !== null && ` · ${judge.baseUrl}`}
        </p>
      </div>
      <Badge tone={judge.hasKey ? 'ok' : 'neutral'}>
        {judge.hasKey ? texts.hasKey : texts.noKey}
      </Badge>
      {may('updateSettings') && (
        <span className="flex">
          <IconButton icon={Pencil} label={texts.editJudge(name)} onClick={onEdit} />
          <RemoveButton
            label={texts.removeJudge(name)}
            text={texts.removeJudgeText}
            confirm={texts.removeJudgeDo}
            isBusy={save.isPending}
            onConfirm={(options) => save.mutate(remove, { ...options, onError: showFailure })}
          />
        </span>
      )}
    </li>
  );
}

function DefaultJudge({ settings }: { readonly settings: Settings }) {
  const save = useSaveSettings();
  const { judgeProviders, defaultJudgeProvider } = settings;
  return (
    <ChoiceField
      label={texts.defaultJudge}
      hint={texts.defaultJudgeHint}
      value={(save.isPending ? save.variables.defaultJudgeProvider : defaultJudgeProvider) ?? ''}
      isBusy={save.isPending}
      none={texts.operatorsJudge}
      choices={judgeProviders.map(({ provider }) => choiceOf(provider))}
      onChoose={(chosen) =>
        save.mutate({ defaultJudgeProvider: chosen ?? null }, { onError: showFailure })
      }
    />
  );
}

const PROVIDERS = Object.keys(componentTexts.judgeProviders) as ProviderName[];

const PRICES = ['inputPerMillion', 'outputPerMillion'] as const;

interface JudgeDialogProps {
  readonly settings: Settings;
  /** Null for a new one. */
  readonly judge: JudgeProvider | null;
  readonly onClose: () => void;
}

function JudgeDialog({ settings, judge, onClose }: JudgeDialogProps) {
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
  // One that another person removed meanwhile is added again.
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

/** A provider as an option. */
function choiceOf(id: ProviderName) {
  return { id, text: componentTexts.judgeProviders[id] };
}

function priceIn(text: string): number | null {
  return text === '' ? null : Number(text);
}
