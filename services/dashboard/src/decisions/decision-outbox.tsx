import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';

import { api, ApiFailure, take } from '../api/client.ts';
import { headersFor, isAway, isElsewhere, type Owner } from '../app/connection.ts';
import { replaceDraft } from '../app/draft.ts';
import { useSession } from '../app/session.ts';
import { showToast } from '../components/toast-store.ts';
import { reloadOutputs } from '../outputs/reload-outputs.ts';
import {
  type HeldDecision,
  lessonOf,
  type NewDecision,
  noteOf,
  sendDecision,
  teach,
  TEACHES,
  teachingOf,
  toBody,
} from './decision.ts';
import { explainRefusal } from './explain-refusal.ts';
import {
  dropAnswered,
  dropHeld,
  type GonePages,
  heldDecisions,
  keepingTabs,
  KEY,
  markLeft,
  putHeld,
  takeKept,
} from './held-decisions.ts';
import { afterTab, holdTabLock } from './tab-lock.ts';
import { texts } from './texts.ts';

/** How long a decision can be undone. */
const HELD_MS = 5_000;
// After this time, decisions of another tab are abandoned: an open tab would have sent them.
const ABANDONED_MS = 60_000;
// A closed tab sends its decisions within this time.
const LEAVING_MS = 4_000;
// The retry delay for errors without `Retry-After`, while the service responds.
const RETRY_MS = 10_000;

type DecisionOutbox = ReturnType<typeof makeDecisionOutbox>;

/** Sends decisions after some seconds, or when the page is left. Retries those that cannot be sent yet. */
function makeDecisionOutbox(queryClient: QueryClient, owner: Owner, email: string) {
  const timers = makeTimers();
  let retryTimer: number | undefined;
  let catchingUp: Promise<void> | null = null;
  /** @returns whether there is an answer, so that the next one can be sent. */
  const send = async (held: HeldDecision): Promise<boolean> => {
    putHeld({ ...held, state: 'sending' });
    try {
      if (held.isLeft !== true || !(await hasArrived(held, email))) {
        await sendDecision(held.outputId, toBody(held));
      }
      if (held.lesson) await teachBeside(held.outputId, held.lesson);
    } catch (error) {
      if (isUnsent(error)) {
        putHeld({ ...held, state: 'waiting' });
        // No timer while the service is unreachable or the session is elsewhere: sending resumes afterwards.
        if (!isAway.get() && !isElsewhere.get()) retryIn(error.retryAfterMs ?? RETRY_MS);
        return false;
      }
      putBackComment(held);
      const takeOver = (): void => {
        takeComment(held);
        void send({ ...held, takesOver: true });
      };
      await explainRefusal(held.outputId, { error, takeOver });
    }
    hideAnswered(queryClient, held);
    return true;
  };
  /** Sends waiting decisions one by one, in the order they were made. */
  const catchUp = (): Promise<void> =>
    (catchingUp ??= sendWaiting(owner, send).finally(() => (catchingUp = null)));
  const retryIn = (ms: number): void => {
    window.clearTimeout(retryTimer);
    retryTimer = window.setTimeout(() => {
      retryTimer = undefined;
      void catchUp();
    }, ms);
  };
  return {
    decide(decision: NewDecision): void {
      const held: HeldDecision = { ...decision, ...owner, madeAt: Date.now(), state: 'held' };
      putHeld(held);
      timers.start(held.outputId, () => {
        // It must not overtake waiting decisions.
        if (firstWaiting(owner) || catchingUp) putHeld({ ...held, state: 'waiting' });
        else void send(held);
      });
    },
    /** Finishes an accepted correction: reloads the lists, and teaches. */
    takeUpCorrection(outputId: string, lesson: string | null): void {
      const correction = { outputId, lesson, decision: 'changed', comment: null } as const;
      hideAnswered(queryClient, { ...correction, ...owner, isOverride: false, madeAt: Date.now() });
      if (lesson !== null) void teachOnce(owner, outputId, lesson);
    },
    /** Undoes the last held decision, or that of one output. @returns its output, or null. */
    undo(of?: string): string | null {
      const last = heldDecisions
        .get()
        .findLast(({ state, outputId }) => state === 'held' && (of ?? outputId) === outputId);
      if (!last) return null;
      timers.stop(last.outputId);
      dropHeld(last.outputId);
      putBackComment(last);
      return last.outputId;
    },
    /** Sends all held decisions now. @returns once each is answered or waits for a retry. */
    async sendHeld(): Promise<void> {
      for (const held of heldDecisions.get().filter(({ state }) => state === 'held')) {
        timers.stop(held.outputId);
        putHeld({ ...held, state: 'waiting' });
      }
      if (retryTimer === undefined) await catchUp();
    },
    /** Starts sending decisions. @returns a function that stops it. */
    start(): () => void {
      const takeUp = (of: GonePages): void => {
        for (const held of takeKept(owner, of)) {
          putHeld({ ...held, isLeft: true, state: 'waiting' });
        }
        if (retryTimer === undefined) void catchUp();
      };
      const stopFollowing = followOtherPages(owner, takeUp);
      const goOn = (): void => {
        if (!isAway.get() && !isElsewhere.get() && retryTimer === undefined) void catchUp();
      };
      const stopWaiting = [isAway, isElsewhere].map((store) => store.subscribe(goOn));
      window.addEventListener('pagehide', sendOnLeaving);
      return () => {
        window.removeEventListener('pagehide', sendOnLeaving);
        stopFollowing();
        window.clearTimeout(retryTimer);
        for (const stop of stopWaiting) stop();
      };
    },
  };
}

/**
 * Reports pages that are gone, and may have left decisions: those from before, and tabs that end later, as by a crash.
 *
 * @returns a function that stops it.
 */
function followOtherPages(owner: Owner, onGone: (pages: GonePages) => void): () => void {
  const reportAbandoned = (): void => onGone({ abandonedBefore: Date.now() - ABANDONED_MS });
  const followed = new Set<string>();
  let hasStopped = false;
  const report = async (tab: string): Promise<void> => {
    // Meanwhile, a page that loads anew takes its own, and those sent on leaving arrive.
    await new Promise((resolve) => window.setTimeout(resolve, LEAVING_MS));
    if (!hasStopped) onGone({ tab });
  };
  const follow = (): void => {
    for (const tab of keepingTabs(owner)) {
      if (followed.has(tab)) continue;
      followed.add(tab);
      void afterTab(tab, () => report(tab));
    }
  };
  const hear = ({ key }: StorageEvent): void => {
    if (key === KEY) follow();
  };
  holdTabLock();
  reportAbandoned();
  follow();
  const again = window.setTimeout(reportAbandoned, ABANDONED_MS);
  window.addEventListener('storage', hear);
  return () => {
    hasStopped = true;
    window.clearTimeout(again);
    window.removeEventListener('storage', hear);
  };
}

/** Hides the output until the lists are reloaded, so that it does not reappear briefly. Runs in the background. */
function hideAnswered(queryClient: QueryClient, held: Omit<HeldDecision, 'state'>): void {
  putHeld({ ...held, state: 'sending', isAnswered: true });
  void reloadOutputs(queryClient).then(() => dropAnswered(held.outputId));
}

/** Runs the undo timers, one per output. A later decision restarts the timer. */
function makeTimers() {
  const timers = new Map<string, number>();
  const stop = (outputId: string): void => {
    window.clearTimeout(timers.get(outputId));
    timers.delete(outputId);
  };
  return {
    stop,
    start(outputId: string, send: () => void): void {
      stop(outputId);
      const end = (): void => {
        timers.delete(outputId);
        send();
      };
      timers.set(outputId, window.setTimeout(end, HELD_MS));
    },
  };
}

/** Puts an unsent comment back into its field, with its option to teach. */
function putBackComment(said: Owner & Pick<NewDecision, 'outputId' | 'comment' | 'lesson'>): void {
  const { outputId, comment, lesson } = said;
  const isBack = replaceDraft(said, noteOf(outputId), { from: '', to: comment ?? '' });
  if (isBack && lesson !== null)
    replaceDraft(said, teachingOf(outputId), { from: '', to: TEACHES });
}

function takeComment(held: HeldDecision): void {
  const { outputId, comment } = held;
  const isTaken = replaceDraft(held, noteOf(outputId), { from: comment ?? '', to: '' });
  if (isTaken) replaceDraft(held, teachingOf(outputId), { from: TEACHES, to: '' });
}

/** A failed lesson does not affect the decision, and is reported on its own. */
async function teachBeside(outputId: string, lesson: string): Promise<void> {
  try {
    await teach(outputId, lesson);
  } catch (error) {
    if (isUnsent(error) || !(error instanceof ApiFailure)) throw error;
    showNotTaught(error);
  }
}

/**
 * Teaches from a decision that is not sent again. If the lesson cannot be queued, it is kept in the Teach dialog, or in
 * the comment field if that dialog has other text.
 */
async function teachOnce(owner: Owner, outputId: string, lesson: string): Promise<void> {
  const draft = lessonOf(outputId);
  const isKept = replaceDraft(owner, draft, { from: '', to: lesson });
  try {
    await teach(outputId, lesson);
    replaceDraft(owner, draft, { from: lesson, to: '' });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (!isKept) putBackComment({ ...owner, outputId, comment: lesson, lesson });
    showNotTaught(error);
  }
}

function showNotTaught({ code, message }: ApiFailure): void {
  const { undecided, failed } = texts.teach;
  showToast(code === 'NOT_DECIDED' ? undecided : failed(message), { tone: 'bad' });
}

async function sendWaiting(
  owner: Owner,
  send: (held: HeldDecision) => Promise<boolean>,
): Promise<void> {
  let next = firstWaiting(owner);
  while (next && (await send(next))) next = firstWaiting(owner);
}

function firstWaiting({ userId, workspaceId }: Owner): HeldDecision | undefined {
  return heldDecisions
    .get()
    .filter(({ state }) => state === 'waiting')
    .filter((held) => held.userId === userId && held.workspaceId === workspaceId)
    .toSorted((a, b) => a.madeAt - b.madeAt)[0];
}

/** Whether a decision can be retried unchanged. */
function isUnsent(error: unknown): error is ApiFailure {
  if (!(error instanceof ApiFailure)) return false;
  const { status, code } = error;
  return status === 0 || status === 429 || status >= 500 || code === 'WORKSPACE_CHANGED';
}

/**
 * Sends all decisions when the page is left, in-flight ones too, without waiting for responses. Stored copies stay:
 * when the person returns, the page checks whether they arrived. If the page is shown again, it sends them again,
 * which changes nothing.
 */
function sendOnLeaving(): void {
  markLeft();
  for (const held of heldDecisions.get().filter(({ isAnswered }) => !isAnswered)) {
    const path = `/api/logs/${encodeURIComponent(held.outputId)}/decision`;
    const headers = { 'content-type': 'application/json', ...headersFor(held) };
    const body = JSON.stringify(toBody(held));
    // Browsers refuse larger keepalive bodies than 64 KiB; those decisions are sent on return.
    void fetch(path, { method: 'PATCH', headers, body, keepalive: true }).catch(() => {});
  }
}

/**
 * Whether a decision arrived when the page was left. If it was revoked since, it must not be made again. Only the
 * timeline still shows revoked decisions and approvals.
 *
 * @throws Error if that is unknown: approvers may be hidden until the decision.
 */
async function hasArrived(held: HeldDecision, email: string): Promise<boolean> {
  const params = { path: { id: held.outputId } };
  const asked = api.GET('/api/logs/{id}/timeline', { params });
  const { events } = await take(asked);
  // Corrects for a wrong browser clock. It may also include decisions from a moment before.
  const serverDate = (await asked).response.headers.get('date');
  const ahead = serverDate === null ? 0 : Date.now() - Date.parse(serverDate);
  const since = events.filter(
    ({ stage, at }) =>
      (stage === 'decided' || stage === 'approved') && Date.parse(at) >= held.madeAt - ahead,
  );
  if (since.some(({ actor }) => actor === email)) return true;
  const isHidden = since.some(({ stage, actor }) => stage === 'approved' && actor === null);
  if (!isHidden || held.decision !== 'approved') return false;
  const { mayNotApprove } = await take(api.GET('/api/logs/{id}', { params }));
  if (mayNotApprove !== 'approved') throw new Error(texts.mayHaveArrived);
  return true;
}

const OutboxContext = createContext<DecisionOutbox | null>(null);

/** Wraps all pages, so that decisions are sent even after their page is left. */
export function DecisionOutboxProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const {
    user: { id: userId, email },
    workspace: { id: workspaceId },
  } = useSession();
  // A reloaded session is a new object, but the timers of held decisions must survive it.
  const outbox = useMemo(
    () => makeDecisionOutbox(queryClient, { userId, workspaceId }, email),
    [queryClient, userId, workspaceId, email],
  );
  useEffect(() => outbox.start(), [outbox]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

export function useDecisionOutbox(): DecisionOutbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('There is no DecisionOutboxProvider around this');
  return outbox;
}
