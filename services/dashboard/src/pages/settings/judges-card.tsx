import { Bot, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { JudgeDialog } from './judge-dialog.tsx';
import { keptProvider } from './kept-provider.ts';
import { type JudgeProvider, type Settings, useSaveSettings } from './settings.ts';
import { SwitchList } from './switch-list.tsx';

const { settings: words } = texts;

/** The models that judge: those of the workspace's own, with their keys, which are never shown. */
export function JudgesCard({ settings }: { readonly settings: Settings }) {
  const [editing, setEditing] = useState<JudgeProvider | 'new' | null>(null);
  const [removing, setRemoving] = useState<JudgeProvider | null>(null);
  const may = useMay();
  const { judgeProviders } = settings;
  return (
    <Card
      title={words.judges}
      actions={
        may('updateSettings') && (
          <Button size="small" icon={Plus} onClick={() => setEditing('new')}>
            {words.addJudge}
          </Button>
        )
      }
    >
      <div className="space-y-4">
        {judgeProviders.length === 0 ? (
          <p className="text-sm text-soft">{words.noJudges}</p>
        ) : (
          <ul className="divide-y divide-line rounded-md border border-line">
            {judgeProviders.map((judge) => (
              <JudgeLine
                key={judge.provider}
                judge={judge}
                onEdit={() => setEditing(judge)}
                onRemove={() => setRemoving(judge)}
              />
            ))}
          </ul>
        )}
        {judgeProviders.length > 0 && <DefaultJudge settings={settings} />}
        <SwitchList settings={settings} names={['skipJudgesWhenFlagged']} words={words.switches} />
      </div>
      {editing !== null && (
        <JudgeDialog
          settings={settings}
          judge={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <RemoveJudge {...{ settings, judge: removing, onClose: () => setRemoving(null) }} />
    </Card>
  );
}

interface JudgeLineProps {
  readonly judge: JudgeProvider;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function JudgeLine({ judge, onEdit, onRemove }: JudgeLineProps) {
  const may = useMay();
  const name = words.providers[judge.provider];
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
        {judge.hasKey ? words.hasKey : words.noKey}
      </Badge>
      {may('updateSettings') && (
        <span className="flex">
          <IconButton icon={Pencil} label={words.editJudge(name)} onClick={onEdit} />
          <IconButton icon={Trash2} label={words.removeJudge(name)} onClick={onRemove} />
        </span>
      )}
    </li>
  );
}

function DefaultJudge({ settings }: { readonly settings: Settings }) {
  const save = useSaveSettings();
  const { judgeProviders, defaultJudgeProvider } = settings;
  return (
    <SelectField
      label={words.defaultJudge}
      hint={words.defaultJudgeHint}
      value={defaultJudgeProvider ?? ''}
      disabled={save.isPending}
      onChange={({ target }) => {
        const chosen = judgeProviders.find(({ provider }) => provider === target.value);
        const change = { defaultJudgeProvider: chosen?.provider ?? null };
        save.mutate(change, { onError: showFailure });
      }}
    >
      <option value="">{words.operatorsJudge}</option>
      {judgeProviders.map(({ provider }) => (
        <option key={provider} value={provider}>
          {words.providers[provider]}
        </option>
      ))}
    </SelectField>
  );
}

interface RemoveJudgeProps {
  readonly settings: Settings;
  /** Null while none is to be removed. */
  readonly judge: JudgeProvider | null;
  readonly onClose: () => void;
}

function RemoveJudge({ settings, judge, onClose }: RemoveJudgeProps) {
  const save = useSaveSettings();
  const remove = (): void => {
    const others = settings.judgeProviders.filter(({ provider }) => provider !== judge?.provider);
    save.mutate(
      { judgeProviders: others.map(keptProvider) },
      { onError: showFailure, onSettled: onClose },
    );
  };
  return (
    <ConfirmDialog
      isOpen={judge !== null}
      onClose={onClose}
      title={judge === null ? '' : words.removeJudge(words.providers[judge.provider])}
      text={words.removeJudgeText}
      confirm={words.removeJudgeDo}
      isBusy={save.isPending}
      onConfirm={remove}
    />
  );
}
