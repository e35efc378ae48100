import { Bot, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { RemoveButton } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure } from '../../components/toast-store.ts';
import { choiceOf, JudgeDialog } from './judge-dialog.tsx';
import {
  type JudgeProvider,
  keptProvider,
  type Settings,
  useSaveList,
  useSaveSettings,
} from './queries.ts';
import { SwitchList } from './setting-fields.tsx';
import { texts } from './texts.ts';

/** The models that judge: those of the workspace's own, with their keys, which are never shown. */
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
      <Bot size={16} aria-hidden className="shrink-0 text-faint" />
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
      value={defaultJudgeProvider ?? ''}
      disabled={save.isPending}
      none={texts.operatorsJudge}
      choices={judgeProviders.map(({ provider }) => choiceOf(provider))}
      onChoose={(chosen) =>
        save.mutate({ defaultJudgeProvider: chosen ?? null }, { onError: showFailure })
      }
    />
  );
}
