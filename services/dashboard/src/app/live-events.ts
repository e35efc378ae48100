import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { NOTES_KEY } from '../api/queries.ts';
import { type ClaimEvent, mayBeApproved, showClaim } from '../outputs/claims.ts';
import { afterReload, reloadOutputs } from '../outputs/reload-outputs.ts';
import { viewsQuery } from '../views/queries.ts';
import { checkConnection, isAway, isElsewhere, isSignInAsked } from './connection.ts';
import { paced } from './paced.ts';

// These carry the whole change, so they need no reload, except when an approval ends a claim.
const CLAIM_EVENTS = ['claimed', 'released'] as const;
// The service sends `resync` when the client missed more events than it keeps.
const EVENT_NAMES = ['flagged', 'decided', 'evaluated', 'deleted', 'assigned', 'resync'] as const;

const POLL_EVERY_MS = 15_000;
const RECONNECT_MS = 15_000;
// A burst of events reloads the lists once.
const DEBOUNCE_MS = 500;
// Slower, because each refresh counts every view.
const RECOUNT_MS = 15_000;

/**
 * Keeps loaded outputs up to date by server-sent events, or by polling without them.
 * The browser reconnects by itself and sends the ID of the last event, so that none is missed.
 */
export function useLiveEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => follow(queryClient), [queryClient]);
}

function follow(queryClient: QueryClient): () => void {
  let recounting: number | undefined;
  const reload = paced(async () => {
    await reloadOutputs(queryClient);
    // A comment on a decision becomes a note about now.
    void queryClient.invalidateQueries({ queryKey: NOTES_KEY });
    const { pauseMs, isRefused } = afterReload(queryClient);
    // The changes that the events announced are not loaded yet.
    if (isRefused) reload.ask();
    return pauseMs;
  }, DEBOUNCE_MS);
  const refresh = (): void => {
    reload.ask();
    recounting ??= window.setTimeout(() => {
      recounting = undefined;
      void queryClient.invalidateQueries(viewsQuery);
    }, RECOUNT_MS);
  };
  const showClaimOf = ({ type, data }: MessageEvent<string>): void => {
    const event = JSON.parse(data) as ClaimEvent;
    const { id, claimedBy, claimedUntil } = event;
    showClaim(queryClient, id, { claimedBy, claimedUntil });
    if (type === 'released' && mayBeApproved(queryClient, event)) refresh();
  };
  const stream = makeStream(refresh, showClaimOf);
  // A browser allows six connections for all tabs, so hidden tabs close theirs.
  const showOrHide = (): void => {
    if (document.visibilityState === 'visible' && !isElsewhere.get()) stream.open();
    else stream.close();
  };
  showOrHide();
  document.addEventListener('visibilitychange', showOrHide);
  const stopWaiting = [isAway, isSignInAsked, isElsewhere].map((store) =>
    store.subscribe(showOrHide),
  );
  const polling = window.setInterval(() => {
    if (stream.isLive() || isElsewhere.get()) return;
    if (document.visibilityState === 'visible') refresh();
  }, POLL_EVERY_MS);
  return () => {
    document.removeEventListener('visibilitychange', showOrHide);
    for (const stop of stopWaiting) stop();
    stream.close();
    reload.end();
    window.clearTimeout(recounting);
    window.clearInterval(polling);
  };
}

function makeStream(refresh: () => void, showClaimOf: (event: MessageEvent<string>) => void) {
  let source: EventSource | null = null;
  let reconnecting: number | undefined;
  const open = (): void => {
    if (source && source.readyState !== EventSource.CLOSED) return;
    // The service would refuse the stream before the sign-in; the stream opens after it.
    if (isSignInAsked.get()) return;
    window.clearTimeout(reconnecting);
    const opened = new EventSource('/api/events');
    source = opened;
    // The stream starts now, so changes since the lists were loaded are missing. A stream that ended because the session
    // moved to another workspace reconnects there, which the reload detects.
    opened.addEventListener('open', refresh);
    opened.addEventListener('error', () => {
      void checkConnection();
      if (opened.readyState !== EventSource.CLOSED) return;
      // Refused. If the session has ended, the next request finds out.
      refresh();
      reconnecting = window.setTimeout(open, RECONNECT_MS);
    });
    for (const name of EVENT_NAMES) opened.addEventListener(name, refresh);
    for (const name of CLAIM_EVENTS) opened.addEventListener(name, showClaimOf);
  };
  return {
    /** Opens the stream unless it is open. */
    open,
    close(): void {
      window.clearTimeout(reconnecting);
      source?.close();
    },
    /** Whether the stream is connected. */
    isLive: () => source?.readyState === EventSource.OPEN,
  };
}
