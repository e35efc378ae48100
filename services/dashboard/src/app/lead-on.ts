import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Leads to another page once something was answered, unless one has left the page on which it was sent. */
export function useLeadOn() {
  const router = useRouter();
  const here = (): string => router.history.location.href;
  const leadOn = async (from: string, to: NonNullable<NavigateOptions['to']>): Promise<void> => {
    if (here() === from) await router.navigate({ to });
  };
  return { here, leadOn };
}

/** Whether one has not left a page: it is still shown, and can be used, while the next one is loaded. */
export function useIsAt(path: string): () => boolean {
  const { history } = useRouter();
  return useCallback(() => history.location.pathname === path, [history, path]);
}
