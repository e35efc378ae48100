import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api, ApiFailure, take } from '../api/client.ts';
import { headersFor, pageOwner } from '../app/connection.ts';
import { useMay, useSession } from '../app/session.ts';
import { showFailure } from '../components/toast-store.ts';
import { awaitsDecision, type Claim, holderOf, showClaim, UNCLAIMED } from '../outputs/claims.ts';
import { type Output, outputQuery } from '../outputs/queries.ts';
import { heldDecisions } from './held-decisions.ts';

// Skimming through the queue claims nothing.
const STAYED_MS = 100;
// Renews twice before a claim expires.
const RENEW_EVERY_MS = 2 * 60_000;

interface Kept {
  readonly id: string;
  /** Claims the output again if it was claimed before. */
  claimAgain(): void;
}

/** The claim that this page keeps; null without one. */
let kept: Kept | null = null;

/**
 * Claims the open output in the background, and renews the claim while the page is visible. If the page is closed,
 * asleep or offline, the claim expires.
 */
export function useClaim(output: Output | undefined): void {
  const queryClient = useQueryClient();
  const holder = useHolder(output);
  const may = useMay();
  const { email } = useSession().user;
  const isFree = output !== undefined && awaitsDecision(output) && holder === null;
  const id = isFree && may('claimOutput') ? output.id : null;
  useEffect(
    () => (id === null ? undefined : keepClaim(queryClient, id, email)),
    [queryClient, id, email],
  );
  const claimedBy = output?.claimedBy ?? null;
  // Another tab of the same person released the claim, or this one did before the user returned.
  useEffect(() => {
    if (claimedBy === null && kept?.id === id) kept.claimAgain();
  }, [id, claimedBy]);
}

/** The other person who has claimed an output; null if nobody has. */
export function useHolder(output: Output | undefined): string | null {
  const { email } = useSession().user;
  return output ? holderOf(output, email) : null;
}

/** A take-over, until its claim is kept or its output is left. */
let takenOver: { readonly id: string; readonly done: Promise<void> } | null = null;

function endOfTakeOver(id: string): Promise<void> | null {
  if (takenOver?.id !== id) return null;
  const { done } = takenOver;
  takenOver = null;
  return done;
}

/** Takes over the open output, which another person has claimed. If it is left first, its claim is released again. */
export function useTakeOver(id: string): () => void {
  const queryClient = useQueryClient();
  const { email } = useSession().user;
  useEffect(
    () => () => {
      void endOfTakeOver(id)?.then(() => release(queryClient, id, email));
    },
    [queryClient, id, email],
  );
  return () => {
    takenOver = { id, done: takeOver(queryClient, id) };
  };
}

async function takeOver(queryClient: QueryClient, id: string): Promise<void> {
  try {
    showOwnClaim(queryClient, id, await claim(id, true));
  } catch (error) {
    if (error instanceof Error) showFailure(error);
    await queryClient.invalidateQueries({ queryKey: ['outputs'] });
  }
}

const claim = (id: string, isTakingOver: boolean) => {
  const body = isTakingOver ? { takeOver: true } : {};
  return take(api.POST('/api/logs/{id}/claim', { params: { path: { id } }, body }));
};

/** @returns a function that stops it. */
function keepClaim(queryClient: QueryClient, id: string, email: string): () => void {
  let claiming = endOfTakeOver(id);
  const renew = (): void => {
    if (document.visibilityState === 'visible' && navigator.onLine) {
      claiming = claimAndShow(queryClient, id);
    }
  };
  const keeping: Kept = {
    id,
    claimAgain: () => {
      if (claiming && !isDecidedHere(id)) renew();
    },
  };
  kept = keeping;
  const beginning = window.setTimeout(renew, STAYED_MS);
  const renewing = window.setInterval(renew, RENEW_EVERY_MS);
  const releaseOnLeaving = (): void => {
    if (claiming) releaseAsPageGoes(id);
  };
  document.addEventListener('visibilitychange', renew);
  window.addEventListener('online', renew);
  window.addEventListener('pagehide', releaseOnLeaving);
  return () => {
    if (kept === keeping) kept = null;
    window.clearTimeout(beginning);
    window.clearInterval(renewing);
    document.removeEventListener('visibilitychange', renew);
    window.removeEventListener('online', renew);
    window.removeEventListener('pagehide', releaseOnLeaving);
    void claiming?.then(() => release(queryClient, id, email));
  };
}

/** Shows a response, unless another person has taken over since: the event stream may be faster. */
function showOwnClaim(queryClient: QueryClient, id: string, own: Claim): void {
  const shownUntil = queryClient.getQueryData(outputQuery(id).queryKey)?.claimedUntil ?? '';
  if ((own.claimedUntil ?? '') >= shownUntil) showClaim(queryClient, id, own);
}

/** A failed claim is not reported: the decision will be refused if needed. */
async function claimAndShow(queryClient: QueryClient, id: string): Promise<void> {
  try {
    showOwnClaim(queryClient, id, await claim(id, false));
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 409) return;
    if (error.code === 'CLAIMED') {
      const { claimedBy = null } = error.body as { readonly claimedBy?: string };
      showClaim(queryClient, id, { claimedBy, claimedUntil: null });
    } else await queryClient.invalidateQueries({ queryKey: ['outputs'] });
  }
}

/** Does not release or clear a claim that another person holds by now: shown as free, it would be claimed again. */
async function release(queryClient: QueryClient, id: string, email: string): Promise<void> {
  const shownHolder = () => queryClient.getQueryData(outputQuery(id).queryKey)?.claimedBy ?? email;
  if (kept?.id === id || isDecidedHere(id) || shownHolder() !== email) return;
  try {
    await take(api.DELETE('/api/logs/{id}/claim', { params: { path: { id } } }));
    if (shownHolder() === email) showClaim(queryClient, id, UNCLAIMED);
  } catch {
    // The claim expires.
  }
}

/** Uses `keepalive`, since the page does not wait for the response. */
function releaseAsPageGoes(id: string): void {
  if (isDecidedHere(id)) return;
  const headers = headersFor(pageOwner());
  const path = `/api/logs/${encodeURIComponent(id)}/claim`;
  void fetch(path, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
}

/** A decided output stays claimed until its decision is sent. */
function isDecidedHere(id: string): boolean {
  return heldDecisions.get().some(({ outputId }) => outputId === id);
}
