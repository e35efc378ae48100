import type { Owner } from '../app/connection.ts';
import { keepText, makeStore } from '../app/store.ts';
import { showToast } from '../components/toast-store.ts';
import type { HeldDecision } from './decision.ts';
import { tabLock } from './tab-lock.ts';
import { texts } from './texts.ts';

/** The key in the storage. */
export const KEY = 'output-review.decisions';

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

/** A tab by its lock, or all pages that were left or have not sent their decisions for long. */
export type GonePages = { readonly tab: string } | { readonly abandonedBefore: number };

/** Takes the decisions of pages that are gone, but not those of other open tabs. */
export function takeKept(owner: Owner, of: GonePages): readonly HeldDecision[] {
  const isGone = ({ tab, isLeft, madeAt }: HeldDecision): boolean =>
    'tab' in of ? tab === of.tab : isLeft === true || madeAt < of.abandonedBefore;
  const isTaken = (held: HeldDecision): boolean => isOfOthers(held, owner) && isGone(held);
  const kept = readKept();
  write(kept.filter((held) => !isTaken(held)));
  return kept.filter(isTaken);
}

/** The locks of the other tabs that keep decisions of an owner. */
export function keepingTabs(owner: Owner): readonly string[] {
  const others = readKept().filter((held) => isOfOthers(held, owner));
  return others.flatMap(({ tab }) => tab ?? []);
}

function isOfOthers(held: HeldDecision, { userId, workspaceId }: Owner): boolean {
  const isOfOwner = held.userId === userId && held.workspaceId === workspaceId;
  return isOfOwner && !keptByUs.has(held.outputId);
}

function keep(): void {
  const own = heldDecisions.get();
  const ids = new Set(own.map(({ outputId }) => outputId));
  const known = new Set([...ids, ...keptByUs]);
  const others = readKept().filter(({ outputId }) => !known.has(outputId));
  const tab = tabLock();
  const unanswered = own
    .filter(({ isAnswered }) => !isAnswered)
    .map((held) => (tab === null ? held : { ...held, tab }));
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
