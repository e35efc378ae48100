import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Navigates to another page after a response, unless the user has left the page that sent the request. By then the page
 * has no unsaved changes, so it does not ask.
 */
export function useNavigateAfter() {
  const router = useRouter();
  const here = (): string => router.history.location.href;
  const navigateFrom = async (
    from: string,
    to: NonNullable<NavigateOptions['to']>,
  ): Promise<void> => {
    if (here() === from) await router.navigate({ to, ignoreBlocker: true });
  };
  return { here, navigateFrom };
}

/** Whether the user is still on a page. The old page stays usable while the next one loads. */
export function useIsAt(path: string): () => boolean {
  const { history } = useRouter();
  return useCallback(() => history.location.pathname === path, [history, path]);
}
