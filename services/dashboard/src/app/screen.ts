import { useCallback, useSyncExternalStore } from 'react';

/** The breakpoints of the style sheet. */
const SCREENS = { md: '(width >= 48rem)', lg: '(width >= 64rem)' } as const;

type Screen = keyof typeof SCREENS;

/** Whether the screen is at least this wide. */
export function isScreen(screen: Screen): boolean {
  return window.matchMedia(SCREENS[screen]).matches;
}

/** The same; re-renders the component when that changes. */
export function useScreen(screen: Screen): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(SCREENS[screen]);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [screen],
  );
  return useSyncExternalStore(subscribe, () => isScreen(screen));
}

/** The pixels of a rem, for heights of rows that a script places: they follow the text size that the user has set. */
export function remPx(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
