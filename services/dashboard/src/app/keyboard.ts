import { useEffect, useEffectEvent } from 'react';

/** What is done by a key: `j`, `shift+x`, `?`, or two in a row: `g q`. */
export type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

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
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  );
}
