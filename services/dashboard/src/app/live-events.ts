import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { type ClaimEvent, mayBeApproved, showClaim } from '../outputs/claims.ts';
import { afterReload, reloadOutputs } from '../outputs/reload-outputs.ts';
import { checkConnection, isAway, isElsewhere, isSignInAsked } from './connection.ts';
import { paced } from './paced.ts';

// They say all that has changed, unless a claim ended by an approval: else nothing is asked for.
const CLAIM_EVENTS = ['claimed', 'released'] as const;
// `resync` comes where more was missed than the service has kept.
const EVENT_NAMES = ['flagged', 'decided', 'evaluated', 'deleted', 'assigned', 'resync'] as const;

const ASK_EVERY_MS = 15_000;
const CONNECT_AGAIN_MS = 15_000;
// A burst of events asks for the lists once.
const GATHER_MS = 500;
// Each of the views is counted then.
const COUNT_AGAIN_MS = 15_000;

/**
 * Keeps what is loaded of outputs up to date: by events, and where these cannot be had, by asking again.
 * The browser connects anew by itself and tells the last event that it saw, so that none is missed.
 */
export function useLiveEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => follow(queryClient), [queryClient]);
}

function follow(queryClient: QueryClient): () => void {
  let counting: number | undefined;
  const reload = paced(async () => {
    await reloadOutputs(queryClient);
    const { pauseMs, isRefused } = afterReload(queryClient);
    // What events have told is not loaded yet.
    if (isRefused) reload.ask();
    return pauseMs;
  }, GATHER_MS);
  const refresh = (): void => {
    reload.ask();
    counting ??= window.setTimeout(() => {
      counting = undefined;
      void queryClient.invalidateQueries({ queryKey: ['views'] });
    }, COUNT_AGAIN_MS);
  };
  const showClaimOf = ({ type, data }: MessageEvent<string>): void => {
    const event = JSON.parse(data) as ClaimEvent;
    const { id, claimedBy, claimedUntil } = event;
    showClaim(queryClient, id, { claimedBy, claimedUntil });
    if (type === 'released' && mayBeApproved(queryClient, event)) refresh();
  };
  const stream = makeStream(refresh, showClaimOf);
  // A browser has six connections for all its tabs: one that nobody looks at needs none.
  const showOrHide = (): void => {
    if (document.visibilityState === 'visible' && !isElsewhere.get()) stream.open();
    else stream.close();
  };
  showOrHide();
  document.addEventListener('visibilitychange', showOrHide);
  const stopWaiting = [isAway, isSignInAsked, isElsewhere].map((store) =>
    store.subscribe(showOrHide),
  );
  const asking = window.setInterval(() => {
    if (stream.isLive() || isElsewhere.get()) return;
    if (document.visibilityState === 'visible') refresh();
  }, ASK_EVERY_MS);
  return () => {
    document.removeEventListener('visibilitychange', showOrHide);
    for (const stop of stopWaiting) stop();
    stream.close();
    reload.end();
    window.clearTimeout(counting);
    window.clearInterval(asking);
  };
}

function makeStream(refresh: () => void, showClaimOf: (event: MessageEvent<string>) => void) {
  let source: EventSource | null = null;
  let connecting: number | undefined;
  const open = (): void => {
    if (source && source.readyState !== EventSource.CLOSED) return;
    // Whoever has to sign in first is refused; the end of the waiting opens it.
    if (isSignInAsked.get()) return;
    window.clearTimeout(connecting);
    const opened = new EventSource('/api/events');
    source = opened;
    // It tells from now on: what happened since the lists were loaded, nobody told. And one that was ended
    // because the session acts elsewhere by now comes back of there, which the lists find out.
    opened.addEventListener('open', refresh);
    opened.addEventListener('error', () => {
      void checkConnection();
      if (opened.readyState !== EventSource.CLOSED) return;
      // Refused: where that is because the session has ended, the next request says so.
      refresh();
      connecting = window.setTimeout(open, CONNECT_AGAIN_MS);
    });
    for (const name of EVENT_NAMES) opened.addEventListener(name, refresh);
    for (const name of CLAIM_EVENTS) opened.addEventListener(name, showClaimOf);
  };
  return {
    /** Opens it where it is not open. */
    open,
    close(): void {
      window.clearTimeout(connecting);
      source?.close();
    },
    /** Whether changes are told as they happen. */
    isLive: () => source?.readyState === EventSource.OPEN,
  };
}
