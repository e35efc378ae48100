import { useEffect, useEffectEvent, useState } from 'react';

// Who types is not asked for each letter.
const TYPING_MS = 250;

/**
 * What is typed into a field that searches, while the address has the word: it is told to `onChange` once nobody
 * types for a moment. The address follows later, when more may have been typed; where something else has changed
 * it, such as a view or the way back, it says what is looked for.
 */
export function useTypedWord(word: string, onChange: (word: string) => void) {
  const [typed, setTyped] = useState(word);
  const [followed, setFollowed] = useState(word);
  // Those that the address does not have yet.
  const [told, setTold] = useState<readonly string[]>([]);
  if (followed !== word) {
    setFollowed(word);
    const place = told.indexOf(word);
    setTold(place === -1 ? [] : told.slice(place + 1));
    if (place === -1) setTyped(word);
  }
  const last = told.at(-1) ?? word;
  const tell = useEffectEvent(() => {
    setTold([...told, typed.trim()]);
    onChange(typed.trim());
  });
  useEffect(() => {
    if (typed.trim() === last.trim()) return undefined;
    const timer = window.setTimeout(tell, TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [typed, last]);
  return [typed, setTyped] as const;
}
