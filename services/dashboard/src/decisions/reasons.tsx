import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import type { Answer } from '../api/client.ts';
import { settingsQuery } from '../api/queries.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DialogFrame } from '../components/dialog.tsx';
import { Checkboxes } from '../components/field.tsx';
import { Loaded } from '../components/loaded.tsx';
import { texts } from './texts.ts';

export type Reason = Answer<'getSettings'>['decisionReasons'][number];

/** All reasons of the workspace, retired ones too; empty until they are loaded. */
export function useReasons(): readonly Reason[] {
  return useQuery(settingsQuery).data?.decisionReasons ?? [];
}

/** The reasons that a decision may use. */
function useActiveReasons(): readonly Reason[] {
  return useReasons().filter(({ isActive }) => isActive);
}

/** Whether a rejection asks for a reason. True until it is known that the workspace has none. */
export function useAsksWhy(): boolean {
  return useQuery(settingsQuery).data?.decisionReasons.some(({ isActive }) => isActive) ?? true;
}

interface ReasonDialogProps {
  readonly onClose: () => void;
  /** @param reasonIds empty for a rejection without a reason. */
  readonly onChoose: (reasonIds: readonly string[]) => void;
}

// Further reasons have no key.
const KEYS_MAX = 9;

/** Asks for a rejection reason, once the reasons are loaded, and if there are any. The keys 1 to 9 choose one. */
export function ReasonDialog({ onClose, onChoose }: ReasonDialogProps) {
  const settings = useQuery(settingsQuery);
  const reasons = useActiveReasons();
  const asksWhy = useAsksWhy();
  const chooseNone = useEffectEvent(() => onChoose([]));
  useEffect(() => {
    if (!asksWhy) chooseNone();
  }, [asksWhy]);
  useDigits((digit) => {
    const reason = reasons[digit - 1];
    if (reason) onChoose([reason.id]);
  });
  return (
    <DialogFrame
      onClose={onClose}
      title={texts.reasons.title}
      description={texts.reasons.why}
      actions={
        <Button autoFocus onClick={() => onChoose([])}>
          {texts.reasons.without}
        </Button>
      }
    >
      <Loaded query={settings}>
        {() => (
          <ol className="space-y-1.5">
            {reasons.map(({ id, name }, index) => (
              <li key={id}>
                <Button
                  className="h-auto min-h-9 w-full py-1.5 whitespace-normal"
                  {...(index < KEYS_MAX ? { keyName: String(index + 1) } : {})}
                  onClick={() => onChoose([id])}
                >
                  <span className="min-w-0 flex-1 text-left break-words">{name}</span>
                </Button>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </DialogFrame>
  );
}

interface ReasonChoiceProps {
  readonly chosen: readonly string[];
  readonly onChoose: (reasonIds: readonly string[]) => void;
}

/** The choice of reasons for a bulk rejection; nothing if the workspace has none. */
export function ReasonChoice({ chosen, onChoose }: ReasonChoiceProps) {
  const reasons = useActiveReasons();
  if (reasons.length === 0) return null;
  return (
    <fieldset className="mb-3 space-y-1.5">
      <legend className="mb-1 text-sm font-medium">{texts.reasons.whyMany}</legend>
      <Checkboxes
        choices={reasons.map(({ id, name }) => ({ id, label: name }))}
        chosen={chosen}
        onChange={onChoose}
      />
    </fieldset>
  );
}

/** Listens itself, because page shortcuts are off while a dialog is open. */
function useDigits(onDigit: (digit: number) => void): void {
  const handle = useEffectEvent(onDigit);
  useEffect(() => {
    const listen = ({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (repeat || ctrlKey || metaKey || altKey) return;
      // If another dialog is on top, the key is meant for that one.
      if (document.querySelectorAll('[role="dialog"]').length > 1) return;
      if (/^[1-9]$/.test(key)) handle(Number(key));
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The names of a decision's reasons. */
export function ReasonBadges({ ids }: { readonly ids: readonly string[] }) {
  const names = new Map(useReasons().map(({ id, name }) => [id, name]));
  return ids.map((id) => (
    <Badge key={id} canWrap>
      {names.get(id) ?? id}
    </Badge>
  ));
}
