import { useEffect, useEffectEvent } from 'react';

import { DialogFrame } from '../components/dialog.tsx';
import { NAVIGATION } from './navigation.ts';
import { useMay } from './session.ts';
import { texts } from './texts.ts';

/** Actions by key: `j`, `shift+x`, `?`, or a sequence of two: `g q`. */
type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

// After this time, the first key of a sequence is forgotten.
const SEQUENCE_MS_MAX = 1_000;

// Only navigation repeats while a key is held down; a decision is never made twice.
const REPEATABLE: ReadonlySet<string> = new Set(['j', 'k', 'space']);

/**
 * Registers the keyboard shortcuts of a page. They are off while the user types, and while a dialog or menu is open.
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
      if (event.repeat && !REPEATABLE.has(key)) return;
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

// Elements that the space bar activates or scrolls.
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

// After such a pause, users have noticed that the field is gone.
const TYPING_MS_MAX = 1_500;

/**
 * Swallows typing after a live update removed the focused field, until the user pauses, so that the rest of a word
 * does not trigger shortcuts. Leaving the field by a key or the pointer ends the guard.
 */
export function useTypingGuard(): void {
  useEffect(() => {
    let typed: { readonly field: HTMLElement; readonly at: number } | null = null;
    const guard = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, timeStamp: at } = event;
      const isGone = typed?.field.isConnected === false;
      if (endsTyping(event, isGone)) typed = null;
      else if (isField(target)) typed = { field: target, at };
      else if (typed && at - typed.at > TYPING_MS_MAX) typed = null;
      else if (typed && isGone && isTyped(key) && !ctrlKey && !metaKey) {
        typed = { ...typed, at };
        event.preventDefault();
      }
    };
    const forget = (): void => void (typed = null);
    // Capture, so that this runs before the shortcuts of pages.
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

/** Whether a key ends the typing: Enter, except where it adds a line; Ctrl+Enter, which sends; Escape and Tab. */
function endsTyping({ key, target, ctrlKey, metaKey }: KeyboardEvent, isGone: boolean): boolean {
  if (key !== 'Enter' || ctrlKey || metaKey) return ['Enter', 'Escape', 'Tab'].includes(key);
  return isField(target) ? !target.isContentEditable && !target.matches('textarea') : !isGone;
}

/** The list of keyboard shortcuts, opened by `?`. */
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
