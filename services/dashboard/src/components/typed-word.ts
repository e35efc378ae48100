import { useEffect, useEffectEvent, useState } from 'react';

// Debounces requests while the user types.
const TYPING_MS = 250;

/**
 * The text of a search field whose value is also in the URL. Calls `onChange` after a pause in typing. The URL follows
 * later, when the user may have typed more. A URL change from elsewhere, such as a view or Back, replaces the text.
 */
export function useTypedWord(word: string, onChange: (word: string) => void) {
  const [typed, setTyped] = useState(word);
  const [followed, setFollowed] = useState(word);
  // Values that the URL does not have yet.
  const [pending, setPending] = useState<readonly string[]>([]);
  if (followed !== word) {
    setFollowed(word);
    const place = pending.indexOf(word);
    setPending(place === -1 ? [] : pending.slice(place + 1));
    if (place === -1) setTyped(word);
  }
  const last = pending.at(-1) ?? word;
  const report = useEffectEvent(() => {
    setPending([...pending, typed.trim()]);
    onChange(typed.trim());
  });
  useEffect(() => {
    if (typed.trim() === last.trim()) return undefined;
    const timer = window.setTimeout(report, TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [typed, last]);
  return [typed, setTyped] as const;
}
