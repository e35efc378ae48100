import type { Owner } from '../app/connection.ts';
import { keepText } from '../app/keep-text.ts';
import { makeStore } from '../app/store.ts';
import { showToast } from '../components/toast-store.ts';
import type { HeldDecision } from './decision.ts';
import { texts } from './texts.ts';

const KEY = 'output-review.decisions';

/** Decisions on their way, oldest first; also in the browser's storage, as far as it has room, so that none is lost with the page. */
export const heldDecisions = makeStore<readonly HeldDecision[]>([]);

export function putHeld(held: HeldDecision): void {
  const others = heldDecisions.get().filter(({ outputId }) => outputId !== held.outputId);
  heldDecisions.set([...others, held]);
  keep();
}

export function dropHeld(outputId: string): void {
  heldDecisions.set(heldDecisions.get().filter((held) => held.outputId !== outputId));
  keep();
}

/** Unless another one of the same output has taken its place. */
export function dropAnswered(outputId: string): void {
  const held = heldDecisions.get().find((each) => each.outputId === outputId);
  if (held?.isAnswered) dropHeld(outputId);
}

/** The page goes: the next one need not wait to see whether it still holds them. */
export function markLeft(): void {
  heldDecisions.set(heldDecisions.get().map((held) => ({ ...held, isLeft: true })));
  keep();
}

/** What a page left behind that has gone since; what another tab still holds is left to it. */
export function takeKept(
  { userId, workspaceId }: Owner,
  abandonedBefore: number,
): readonly HeldDecision[] {
  const isTaken = (held: HeldDecision): boolean =>
    held.userId === userId &&
    held.workspaceId === workspaceId &&
    (held.isLeft === true || held.madeAt < abandonedBefore) &&
    !keptByUs.has(held.outputId);
  const kept = readKept();
  write(kept.filter((held) => !isTaken(held)));
  return kept.filter(isTaken);
}

function keep(): void {
  const own = heldDecisions.get();
  const ids = new Set(own.map(({ outputId }) => outputId));
  const known = new Set([...ids, ...keptByUs]);
  const others = readKept().filter(({ outputId }) => !known.has(outputId));
  const unanswered = own.filter(({ isAnswered }) => !isAnswered);
  if (write([...others, ...unanswered])) isSaid = false;
  else {
    // What is there of these from before must not be sent instead.
    write(others);
    // What is sent in a moment goes also when the page does.
    if (!isSaid && unanswered.some(({ state }) => state === 'waiting')) {
      isSaid = true;
      showToast(texts.notKept, { tone: 'bad' });
    }
  }
  keptByUs = ids;
}

/** Whether the person knows that what waits would be lost with the page; until all is kept again, or answered. */
let isSaid = false;

/** The rest in the storage belongs to other tabs. */
let keptByUs: ReadonlySet<string> = new Set();

function readKept(): readonly HeldDecision[] {
  const text = localStorage.getItem(KEY);
  if (text === null) return [];
  try {
    return JSON.parse(text) as HeldDecision[];
  } catch {
    return [];
  }
}

function write(decisions: readonly HeldDecision[]): boolean {
  if (decisions.length > 0) return keepText(localStorage, KEY, JSON.stringify(decisions));
  localStorage.removeItem(KEY);
  return true;
}
