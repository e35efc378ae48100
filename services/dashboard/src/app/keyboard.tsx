import { useEffect, useEffectEvent } from 'react';

import { DialogFrame } from '../components/dialog.tsx';
import { NAVIGATION } from './navigation.ts';
import { useMay } from './session.ts';
import { texts } from './texts.ts';

/** What is done by a key: `j`, `shift+x`, `?`, or two in a row: `g q`. */
type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

// After that the first of two keys is forgotten.
const SEQUENCE_MS_MAX = 1_000;

// A finger that stays on a key moves on; it decides nothing twice.
const HELD_DOWN: ReadonlySet<string> = new Set(['j', 'k', 'space']);

/**
 * Keys of a page. They are asleep while somebody types, and while a dialog or a menu is open: who has
 * the focus has the keys.
 */
export function useKeys(keys: KeyMap): void {
  const handle = useEffectEvent((name: string): boolean => {
    const action = keys[name];
    action?.();
    return action !== undefined;
  });
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | null = null;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isForSomethingElse(event)) return;
      const key = nameOf(event);
      if (event.repeat && !HELD_DOWN.has(key)) return;
      const isSecond = first !== null && event.timeStamp - first.at < SEQUENCE_MS_MAX;
      const name = isSecond && first ? `${first.key} ${key}` : key;
      first = !isSecond && key === 'g' ? { key, at: event.timeStamp } : null;
      if (handle(name)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function nameOf({ key, shiftKey }: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(key);
  if (key === ' ') return shiftKey ? 'shift+space' : 'space';
  const name = isLetter ? key.toLowerCase() : key;
  return shiftKey && isLetter ? `shift+${name}` : name;
}

// What the space bar presses, or what it moves in itself.
const PRESSED = 'button, a, input, summary, [role="region"]';

function isForSomethingElse({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (key === ' ' && target instanceof HTMLElement && target.matches(PRESSED)) return true;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  return isField(target);
}

function isField(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  );
}

// Whoever pauses for longer has seen that the field is gone.
const TYPING_MS_MAX = 1_500;

/**
 * What somebody types into a field that an event takes away goes nowhere, until they pause: the rest of it
 * must not command anything. A field that is left by a key or a pointer has no rest.
 */
export function useTypingGuard(): void {
  useEffect(() => {
    let typed: { readonly field: HTMLElement; readonly at: number } | null = null;
    const guard = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, timeStamp: at } = event;
      const isGone = typed?.field.isConnected === false;
      if (isLeft(event, isGone)) typed = null;
      else if (isField(target)) typed = { field: target, at };
      else if (typed && at - typed.at > TYPING_MS_MAX) typed = null;
      else if (typed && isGone && isTyped(key) && !ctrlKey && !metaKey) {
        typed = { ...typed, at };
        event.preventDefault();
      }
    };
    const forget = (): void => void (typed = null);
    // Before the keys of pages.
    document.addEventListener('keydown', guard, true);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      document.removeEventListener('keydown', guard, true);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, []);
}

function isTyped(key: string): boolean {
  return key.length === 1 || key === 'Enter';
}

/** Whether a key ends the typing: Enter where it begins no further line, and with Ctrl, which sends. */
function isLeft({ key, target, ctrlKey, metaKey }: KeyboardEvent, isGone: boolean): boolean {
  if (key !== 'Enter' || ctrlKey || metaKey) return ['Enter', 'Escape', 'Tab'].includes(key);
  return isField(target) ? !target.isContentEditable && !target.matches('textarea') : !isGone;
}

/** All keys, by `?`. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const may = useMay();
  const ways = NAVIGATION.flatMap((group) => group.entries)
    .filter(({ needs }) => may(needs))
    .map(({ key, text }): [string, string] => [`g ${key}`, text]);
  return (
    <DialogFrame onClose={onClose} title={texts.keys.title} size="wide">
      <div className="grid gap-6 sm:grid-cols-2">
        <KeyList heading={texts.keys.queue} keys={texts.keys.ofQueue} />
        <KeyList heading={texts.keys.everywhere} keys={[...texts.keys.ofAllPages, ...ways]} />
      </div>
    </DialogFrame>
  );
}

interface KeyListProps {
  readonly heading: string;
  readonly keys: readonly (readonly [string, string])[];
}

function KeyList({ heading, keys }: KeyListProps) {
  return (
    <section>
      <h3 className="mb-2 text-sm">{heading}</h3>
      <dl className="space-y-1.5 text-sm">
        {keys.map(([key, text]) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt className="text-soft">{text}</dt>
            <dd className="flex gap-1">
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
