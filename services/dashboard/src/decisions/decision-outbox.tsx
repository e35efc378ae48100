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
  heldDecisions,
  markLeft,
  putHeld,
  takeKept,
} from './held-decisions.ts';
import { texts } from './texts.ts';

/** For so long a decision can be taken back. */
const HELD_MS = 5_000;
// What a tab left that is gone; one that is open has long sent its own by then.
const ABANDONED_MS = 60_000;
// Where the service answers and yet fails, nothing else says when to try again.
const TRY_AGAIN_MS = 10_000;

/** Sends decisions: after some seconds, or when the page is left; what cannot be sent yet, later. */
interface DecisionOutbox {
  decide(decision: NewDecision): void;
  /** Looks after a correction that was answered: it is told to the lists, and teaches. */
  takeUpCorrection(outputId: string, lesson: string | null): void;
  /** Takes the last decision back that is still held, or that of one output. @returns its output, or null. */
  undo(outputId?: string): string | null;
  /** Sends at once what could still be taken back. @returns when it is answered, or waits. */
  sendHeld(): Promise<void>;
  /** Begins to look after what is held. @returns what ends it. */
  start(): () => void;
}

function makeDecisionOutbox(queryClient: QueryClient, owner: Owner, email: string): DecisionOutbox {
  const timers = makeTimers();
  let tryingAgain: number | undefined;
  let catchingUp: Promise<void> | null = null;

  /** @returns whether an answer is known, so that the next may follow. */
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
        // A service that is away is waited for, not asked.
        if (!isAway.get() && !isElsewhere.get()) tryAgainIn(error.retryAfterMs ?? TRY_AGAIN_MS);
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
  /** What waits goes in the order in which it was decided, one after another. */
  const catchUp = (): Promise<void> =>
    (catchingUp ??= sendWaiting(owner, send).finally(() => (catchingUp = null)));
  const tryAgainIn = (ms: number): void => {
    window.clearTimeout(tryingAgain);
    tryingAgain = window.setTimeout(() => {
      tryingAgain = undefined;
      void catchUp();
    }, ms);
  };
  const sendLater = (held: HeldDecision): void =>
    timers.start(held.outputId, () => {
      // It does not overtake what waits.
      if (firstWaiting(owner) || catchingUp) putHeld({ ...held, state: 'waiting' });
      else void send(held);
    });
  return {
    decide(decision) {
      const held: HeldDecision = { ...decision, ...owner, madeAt: Date.now(), state: 'held' };
      putHeld(held);
      sendLater(held);
    },
    takeUpCorrection: (outputId, lesson) =>
      takeUpCorrection(queryClient, owner, { outputId, lesson }),
    undo(of) {
      const last = heldDecisions
        .get()
        .findLast(({ state, outputId }) => state === 'held' && (of ?? outputId) === outputId);
      if (!last) return null;
      timers.stop(last.outputId);
      dropHeld(last.outputId);
      putBackComment(last);
      return last.outputId;
    },
    async sendHeld() {
      for (const held of heldDecisions.get().filter(({ state }) => state === 'held')) {
        timers.stop(held.outputId);
        putHeld({ ...held, state: 'waiting' });
      }
      if (tryingAgain === undefined) await catchUp();
    },
    start() {
      const takeUp = (): void => {
        for (const held of takeKept(owner, Date.now() - ABANDONED_MS)) {
          putHeld({ ...held, isLeft: true, state: 'waiting' });
        }
        if (tryingAgain === undefined) void catchUp();
      };
      takeUp();
      const again = window.setTimeout(takeUp, ABANDONED_MS);
      const goOn = (): void => {
        if (!isAway.get() && !isElsewhere.get() && tryingAgain === undefined) void catchUp();
      };
      const stopWaiting = [isAway, isElsewhere].map((store) => store.subscribe(goOn));
      window.addEventListener('pagehide', sendOnLeaving);
      return () => {
        window.removeEventListener('pagehide', sendOnLeaving);
        window.clearTimeout(again);
        window.clearTimeout(tryingAgain);
        for (const stop of stopWaiting) stop();
      };
    },
  };
}

/** Hides it until the list has been told: it must not come back for a moment. Nothing need wait for that. */
function hideAnswered(queryClient: QueryClient, held: Omit<HeldDecision, 'state'>): void {
  putHeld({ ...held, state: 'sending', isAnswered: true });
  void reloadOutputs(queryClient).then(() => dropAnswered(held.outputId));
}

function takeUpCorrection(
  queryClient: QueryClient,
  owner: Owner,
  { outputId, lesson }: Pick<NewDecision, 'outputId' | 'lesson'>,
): void {
  const correction = { outputId, lesson, decision: 'changed', comment: null } as const;
  hideAnswered(queryClient, { ...correction, ...owner, isOverride: false, madeAt: Date.now() });
  if (lesson !== null) void teachOnce(owner, outputId, lesson);
}

/** The time that each output's decision can be taken back; a later decision begins it anew. */
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

/** What is not sent stands where it was typed, and teaches as it was to. */
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

/** The decision stands, whatever comes of its lesson: that is said by itself. */
async function teachBeside(outputId: string, lesson: string): Promise<void> {
  try {
    await teach(outputId, lesson);
  } catch (error) {
    if (isUnsent(error) || !(error instanceof ApiFailure)) throw error;
    showNotTaught(error);
  }
}

/**
 * Teaches from a decision that is not sent again: what cannot be queued now stands in the dialog that teaches, or
 * where it was typed if something else stands there.
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

/** Whether it may still be sent as it is. */
function isUnsent(error: unknown): error is ApiFailure {
  if (!(error instanceof ApiFailure)) return false;
  const { status, code } = error;
  return status === 0 || status === 429 || status >= 500 || code === 'WORKSPACE_CHANGED';
}

/**
 * The page goes, and nobody hears an answer any more; what was on its way goes again. What is kept in the storage stays there: when the
 * person comes back it is looked at whether it arrived. A page that is shown once more sends it again,
 * which changes nothing.
 */
function sendOnLeaving(): void {
  markLeft();
  for (const held of heldDecisions.get().filter(({ isAnswered }) => !isAnswered)) {
    const path = `/api/logs/${encodeURIComponent(held.outputId)}/decision`;
    const headers = { 'content-type': 'application/json', ...headersFor(held) };
    const body = JSON.stringify(toBody(held));
    // A body above 64 KiB a browser does not send any more; it is sent on coming back.
    void fetch(path, { method: 'PATCH', headers, body, keepalive: true }).catch(() => {});
  }
}

/**
 * It may have arrived as the page was left, and been cleared since: nobody decides that anew. Of what was cleared,
 * only the timeline tells, of approvals too.
 *
 * @throws Error where nobody can tell: who approves may be hidden until the decision.
 */
async function hasArrived(held: HeldDecision, email: string): Promise<boolean> {
  const params = { path: { id: held.outputId } };
  const asked = api.GET('/api/logs/{id}/timeline', { params });
  const { events } = await take(asked);
  // The clock of the browser may be wrong. This errs towards what was decided a moment before.
  const toldAt = (await asked).response.headers.get('date');
  const ahead = toldAt === null ? 0 : Date.now() - Date.parse(toldAt);
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

/** Stands around all pages: a decision goes its way also when its page is left. */
export function DecisionOutboxProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const {
    user: { id: userId, email },
    workspace: { id: workspaceId },
  } = useSession();
  // A session that is loaded anew is another object; the timers of what is held must outlive it.
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
