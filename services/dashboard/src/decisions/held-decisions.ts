import type { Owner } from '../app/connection.ts';
import { keepText, makeStore } from '../app/store.ts';
import { showToast } from '../components/toast-store.ts';
import type { HeldDecision } from './decision.ts';
import { texts } from './texts.ts';

const KEY = 'output-review.decisions';

/**
 * Unsent decisions, oldest first. Also kept in the browser's storage while it has room, so that closing the page loses
 * none.
 */
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

/** Drops an answered decision, unless another one for the same output has replaced it. */
export function dropAnswered(outputId: string): void {
  const held = heldDecisions.get().find((each) => each.outputId === outputId);
  if (held?.isAnswered) dropHeld(outputId);
}

/** Marks the decisions as left when the page closes, so that the next page takes them without waiting. */
export function markLeft(): void {
  heldDecisions.set(heldDecisions.get().map((held) => ({ ...held, isLeft: true })));
  keep();
}

/** Takes the decisions of pages that are gone, but not those of other open tabs. */
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
  if (write([...others, ...unanswered])) isWarned = false;
  else {
    // Older versions of these decisions must not be sent instead.
    write(others);
    // Held decisions are sent soon, even if the page closes, so only waiting ones need a warning.
    if (!isWarned && unanswered.some(({ state }) => state === 'waiting')) {
      isWarned = true;
      showToast(texts.notKept, { tone: 'bad' });
    }
  }
  keptByUs = ids;
}

/** Whether the user was warned that closing the page loses waiting decisions. Reset once all are stored or answered. */
let isWarned = false;

/** Decisions in the storage that belong to this tab; the rest belong to other tabs. */
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
