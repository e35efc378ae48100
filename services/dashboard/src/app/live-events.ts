import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const EVENT_NAMES = ['flagged', 'decided', 'evaluated', 'deleted'] as const;

const ASK_EVERY_MS = 15_000;
const CONNECT_AGAIN_MS = 15_000;
// A burst of events asks for the lists once.
const GATHER_MS = 500;

/**
 * Keeps what is loaded of outputs up to date: by events, and where these cannot be had, by asking again.
 * The browser connects anew by itself and tells the last event that it saw, so that none is missed.
 */
export function useLiveEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => follow(queryClient), [queryClient]);
}

function follow(queryClient: QueryClient): () => void {
  let source: EventSource | null = null;
  // Whether changes are told as they happen.
  let isLive = false;
  let gathering: number | undefined;
  let connecting: number | undefined;
  const refresh = (): void => {
    gathering ??= window.setTimeout(() => {
      gathering = undefined;
      void queryClient.invalidateQueries({ queryKey: ['outputs'] });
    }, GATHER_MS);
  };
  const connect = (): void => {
    source = new EventSource('/api/events');
    source.addEventListener('open', () => (isLive = true));
    source.addEventListener('error', () => {
      isLive = false;
      if (source?.readyState === EventSource.CLOSED) {
        connecting = window.setTimeout(connect, CONNECT_AGAIN_MS);
      }
    });
    for (const name of EVENT_NAMES) source.addEventListener(name, refresh);
  };
  connect();
  const asking = window.setInterval(() => {
    if (!isLive && document.visibilityState === 'visible') refresh();
  }, ASK_EVERY_MS);
  return () => {
    source?.close();
    window.clearTimeout(gathering);
    window.clearTimeout(connecting);
    window.clearInterval(asking);
  };
}
