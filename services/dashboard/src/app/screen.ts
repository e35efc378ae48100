import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query applies; re-renders the component when that changes. */
export function useScreen(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const screen = window.matchMedia(query);
      screen.addEventListener('change', listener);
      return () => screen.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
