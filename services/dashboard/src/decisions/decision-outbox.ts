import type { QueryClient } from '@tanstack/react-query';

import { api, ApiFailure, take } from '../api/client.ts';
import { isAway } from '../app/connection.ts';
import { isElsewhere } from '../app/page-workspace.ts';
import type { Session } from '../app/session.ts';
import { showToast } from '../components/toast-store.ts';
import { outputQuery } from '../outputs/output-queries.ts';
import { texts } from '../texts.ts';
import { type HeldDecision, type NewDecision, toBody } from './decision.ts';
import { dropHeld, giveBack, heldDecisions, putHeld, takeKept } from './held-decisions.ts';

/** For so long a decision can be taken back. */
const HELD_MS = 5_000;
// What a tab left that is gone; one that is open has long sent its own by then.
const ABANDONED_MS = 60_000;
// Where the service answers and yet fails, nothing else says when to try again.
const TRY_AGAIN_MS = 10_000;

/** Sends decisions: after some seconds, or when the page is left; what cannot be sent yet, later. */
export interface DecisionOutbox {
  decide(decision: NewDecision): void;
  /** Takes the last decision back that is still held. @returns its output, or null. */
  undo(): string | null;
  /** Sends at once what could still be taken back. @returns when it is answered, or waits. */
  sendHeld(): Promise<void>;
  /** Begins to look after what is held. @returns what ends it. */
  start(): () => void;
}

export function makeDecisionOutbox(queryClient: QueryClient, session: Session): DecisionOutbox {
  const timers = new Map<string, number>();
  const send = async (held: HeldDecision): Promise<void> => {
    const { outputId } = held;
    putHeld({ ...held, state: 'sending' });
    try {
      const path = { id: outputId };
      await take(api.PATCH('/api/logs/{id}/decision', { params: { path }, body: toBody(held) }));
    } catch (error) {
      if (isUnsent(error)) {
        const waiting: HeldDecision = { ...held, state: 'waiting' };
        putHeld(waiting);
        if (isAway.get() || isElsewhere.get()) return;
        window.setTimeout(() => void send(waiting), TRY_AGAIN_MS);
        return;
      }
      await explain(queryClient, held, error);
    }
    // Hidden until the list has been told: it must not come back for a moment.
    await queryClient.invalidateQueries({ queryKey: ['outputs'] });
    dropHeld(outputId);
  };
  const sendLater = (held: HeldDecision): void => {
    const timer = window.setTimeout(() => {
      timers.delete(held.outputId);
      void send(held);
    }, HELD_MS);
    timers.set(held.outputId, timer);
  };
  return {
    decide(decision) {
      const { user, workspace } = session;
      const owner = { userId: user.id, workspaceId: workspace.id };
      const held: HeldDecision = { ...decision, ...owner, madeAt: Date.now(), state: 'held' };
      putHeld(held);
      sendLater(held);
    },
    undo() {
      const last = heldDecisions.get().findLast(({ state }) => state === 'held');
      if (!last) return null;
      window.clearTimeout(timers.get(last.outputId));
      timers.delete(last.outputId);
      dropHeld(last.outputId);
      return last.outputId;
    },
    async sendHeld() {
      const held = heldDecisions.get().filter(({ state }) => state === 'held');
      for (const { outputId } of held) {
        window.clearTimeout(timers.get(outputId));
        timers.delete(outputId);
      }
      await Promise.all(held.map(send));
    },
    start() {
      const catchUp = (): void => void sendAbandoned(queryClient, session, send);
      catchUp();
      const again = window.setTimeout(catchUp, ABANDONED_MS);
      const sendWaiting = (): void => {
        if (isAway.get() || isElsewhere.get()) return;
        for (const held of heldDecisions.get()) if (held.state === 'waiting') void send(held);
      };
      const stopWaiting = [isAway, isElsewhere].map((store) => store.subscribe(sendWaiting));
      window.addEventListener('pagehide', sendOnLeaving);
      return () => {
        window.removeEventListener('pagehide', sendOnLeaving);
        window.clearTimeout(again);
        for (const stop of stopWaiting) stop();
      };
    },
  };
}

/** Whether it may still be sent as it is. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.status === 0 || error.status >= 500 || error.code === 'WORKSPACE_CHANGED';
}

/**
 * The page goes, and nobody hears an answer any more; what was on its way goes again. What is kept in the storage stays there: when the
 * person comes back it is looked at whether it arrived. A page that is shown once more sends it again,
 * which changes nothing.
 */
function sendOnLeaving(): void {
  for (const held of heldDecisions.get()) {
    const path = `/api/logs/${encodeURIComponent(held.outputId)}/decision`;
    const headers = { 'content-type': 'application/json', 'x-workspace': held.workspaceId };
    const body = JSON.stringify(toBody(held));
    // A body above 64 KiB a browser does not send any more; it is sent on coming back.
    void fetch(path, { method: 'PATCH', headers, body, keepalive: true }).catch(() => {});
  }
}

async function sendAbandoned(
  queryClient: QueryClient,
  { user, workspace }: Session,
  send: (held: HeldDecision) => Promise<void>,
): Promise<void> {
  const owner = { userId: user.id, workspaceId: workspace.id };
  for (const held of takeKept(owner, Date.now() - ABANDONED_MS)) {
    const output = await queryClient.query(outputQuery(held.outputId)).catch((error: unknown) => {
      const isGone = error instanceof ApiFailure && error.status === 404;
      if (!isGone) giveBack(held);
      return null;
    });
    // It arrived as the page was left, and may have been cleared since: nobody decides that anew.
    const arrived = output?.decisions.some(
      ({ by, at }) => by === user.email && Date.parse(at) >= held.madeAt,
    );
    if (output && arrived !== true) await send(held);
  }
}

/** Mostly that somebody else decided first: says who, and what. */
async function explain(
  queryClient: QueryClient,
  { outputId }: HeldDecision,
  error: unknown,
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiFailure) || error.code !== 'ALREADY_DECIDED') {
    showToast(texts.queue.notDecided(outputId, message), { tone: 'bad' });
    return;
  }
  const output = await queryClient
    .query({ ...outputQuery(outputId), staleTime: 0 })
    .catch(() => null);
  const by = output?.decidedBy ?? texts.queue.somebody;
  const decision = output?.humanDecision;
  showToast(texts.queue.decidedFirst(by, decision ? texts.decision[decision] : message), {
    tone: 'bad',
  });
}
