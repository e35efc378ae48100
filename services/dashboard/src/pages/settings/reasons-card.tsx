import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Checkbox, TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { showFailure } from '../../components/toast-store.ts';
import type { Reason } from '../../decisions/reasons.tsx';
import { type Settings, useSaveList } from './queries.ts';
import { texts } from './texts.ts';

// Source: the API contract.
const REASONS_MAX = 50;
const NAME_CHARACTERS_MAX = 100;
const ID_CHARACTERS_MAX = 64;

/** The rejection reasons for reviewers. */
export function ReasonsCard({ settings }: { readonly settings: Settings }) {
  const [editing, setEditing] = useState<Reason | 'new' | null>(null);
  const may = useMay();
  const { decisionReasons } = settings;
  return (
    <Card
      title={texts.reasons}
      actions={
        may('updateSettings') &&
        decisionReasons.length < REASONS_MAX && (
          <Button size="small" icon={Plus} onClick={() => setEditing('new')}>
            {texts.addReason}
          </Button>
        )
      }
    >
      <p className="text-sm text-soft">{texts.reasonsHint}</p>
      {decisionReasons.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-md border border-line">
          {decisionReasons.map((reason) => (
            <ReasonLine key={reason.id} reason={reason} onEdit={() => setEditing(reason)} />
          ))}
        </ul>
      )}
      {editing !== null && (
        <ReasonNameDialog
          reason={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

function ReasonLine({ reason, onEdit }: { readonly reason: Reason; readonly onEdit: () => void }) {
  const may = useMay();
  const save = useSaveList();
  const switchTo = (isActive: boolean): void =>
    save.mutate(changing(reason, { isActive }), { onError: showFailure });
  return (
    <li className="flex items-center gap-3 px-3 py-2 text-sm">
      <Checkbox
        className="min-w-0 flex-1 break-words"
        label={reason.name}
        checked={save.isPending ? !reason.isActive : reason.isActive}
        isBusy={save.isPending}
        onChange={({ target }) => switchTo(target.checked)}
      />
      {may('updateSettings') && (
        <IconButton icon={Pencil} label={texts.renameReason(reason.name)} onClick={onEdit} />
      )}
    </li>
  );
}

interface ReasonNameDialogProps {
  /** Null for a new reason. */
  readonly reason: Reason | null;
  readonly onClose: () => void;
}

function ReasonNameDialog({ reason, onClose }: ReasonNameDialogProps) {
  const [name, setName] = useState(reason?.name ?? '');
  const save = useSaveList();
  const change = reason ? changing(reason, { name }) : adding(name);
  return (
    <FormDialog
      onClose={onClose}
      title={reason ? texts.renameReason(reason.name) : texts.addReason}
      isReady={name.trim() !== ''}
      isBusy={save.isPending}
      failure={save.error}
      onSubmit={() => save.mutate(change, { onSuccess: onClose })}
    >
      <TextField
        label={texts.reasonName}
        required
        autoFocus
        maxLength={NAME_CHARACTERS_MAX}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

function changing({ id }: Reason, change: Partial<Reason>) {
  return ({ decisionReasons }: Settings) => ({
    decisionReasons: decisionReasons.map((reason) =>
      reason.id === id ? { ...reason, ...change } : reason,
    ),
  });
}

function adding(name: string) {
  return ({ decisionReasons: reasons }: Settings) => ({
    decisionReasons: [...reasons, { id: newIdFor(name, reasons), name, isActive: true }],
  });
}

/** Derives an ID from a name; adds a number if it is taken, or if no character of the name is allowed. */
function newIdFor(name: string, reasons: readonly Reason[]): string {
  const taken = new Set(reasons.map(({ id }) => id));
  const base = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, ID_CHARACTERS_MAX - 3)
    .replace(/^-/, '')
    .replace(/-$/, '');
  if (base !== '' && !taken.has(base)) return base;
  let n = 2;
  while (taken.has(`${base || 'reason'}-${n}`)) n += 1;
  return `${base || 'reason'}-${n}`;
}
