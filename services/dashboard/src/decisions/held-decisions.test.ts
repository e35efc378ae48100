import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { toasts } from '../components/toast-store.ts';
import type { HeldDecision } from './decision.ts';
import {
  dropAnswered,
  dropHeld,
  heldDecisions,
  keepingTabs,
  KEY,
  markLeft,
  putHeld,
  takeKept,
} from './held-decisions.ts';
import { texts } from './texts.ts';

const MINE = { userId: 'u1', workspaceId: 'w1' };

/** A minimal localStorage. */
const kept = new Map<string, string>();
let room = Infinity;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (value.length > room) throw new DOMException('No room', 'QuotaExceededError');
    kept.set(key, value);
  },
  removeItem: (key: string) => void kept.delete(key),
};

beforeEach(() => {
  // Toasts disappear by a timer.
  Object.assign(globalThis, { localStorage: storage, window: { setTimeout: () => 0 } });
});

afterEach(() => {
  room = Infinity;
  toasts.set([]);
  for (const { outputId } of heldDecisions.get()) dropHeld(outputId);
  kept.clear();
});

const held = (outputId: string, change: Partial<HeldDecision> = {}): HeldDecision => ({
  ...{
    outputId,
    decision: 'approved',
    comment: null,
    isOverride: false,
    lesson: null,
  },
  ...{ ...MINE, madeAt: 1_000, state: 'held' },
  ...change,
});
const inStorage = (): unknown => JSON.parse(kept.get(KEY) ?? '[]');

test('a held decision survives the page until it is dropped', () => {
  putHeld(held('o1'));
  putHeld(held('o2'));
  expect(inStorage()).toEqual([held('o1'), held('o2')]);

  for (let n = 0; n < 2; n += 1) {
    dropHeld('o1');
    expect(heldDecisions.get()).toEqual([held('o2')]);
    expect(inStorage()).toEqual([held('o2')]);
  }
  dropHeld('o2');
  expect(kept.has(KEY)).toBe(false);
});

test('a second decision on an output replaces the first', () => {
  putHeld(held('o1'));
  putHeld(held('o2'));
  putHeld(held('o1', { decision: 'rejected' }));

  expect(heldDecisions.get().map(({ outputId }) => outputId)).toEqual(['o2', 'o1']);
  expect(inStorage()).toEqual([held('o2'), held('o1', { decision: 'rejected' })]);
});

test('an answered decision stays hidden, is not stored, and is dropped unless a later one replaced it', () => {
  putHeld(held('o1', { isAnswered: true }));
  expect(heldDecisions.get()).toHaveLength(1);
  expect(inStorage()).toEqual([]);

  putHeld(held('o1', { takesOver: true }));
  dropAnswered('o1');
  expect(inStorage()).toEqual([held('o1', { takesOver: true })]);
  putHeld(held('o1', { isAnswered: true }));
  dropAnswered('o1');
  expect(heldDecisions.get()).toEqual([]);
});

test('leaves decisions of other tabs in the storage', () => {
  kept.set(KEY, JSON.stringify([held('theirs')]));

  putHeld(held('mine'));
  dropHeld('mine');

  expect(inStorage()).toEqual([held('theirs')]);
});

test('takes abandoned decisions once, only for their person and workspace, and not too early', () => {
  const others = [
    held('of somebody else', { userId: 'u2' }),
    held('of elsewhere', { workspaceId: 'w2' }),
    held('fresh', { madeAt: 5_000 }),
  ];
  kept.set(KEY, JSON.stringify([held('left'), ...others]));
  putHeld(held('ours'));

  expect(takeKept(MINE, { abandonedBefore: 2_000 })).toEqual([held('left')]);
  expect(takeKept(MINE, { abandonedBefore: 2_000 })).toEqual([]);
  expect(inStorage()).toEqual([...others, held('ours')]);
});

test('takes all decisions of a tab that is gone, and none of others', () => {
  const ofTab = (tab: string) => held(`of ${tab}`, { tab, madeAt: 5_000 });
  const elsewhere = held('of elsewhere', { tab: 'gone', workspaceId: 'w2' });
  kept.set(KEY, JSON.stringify([ofTab('gone'), ofTab('open'), held('old'), elsewhere]));

  expect(keepingTabs(MINE)).toEqual(['gone', 'open']);
  expect(takeKept(MINE, { tab: 'gone' })).toEqual([ofTab('gone')]);
  expect(inStorage()).toEqual([ofTab('open'), held('old'), elsewhere]);
});

test('takes decisions immediately that a closing page marked as left', () => {
  putHeld(held('o1', { madeAt: 5_000 }));
  markLeft();
  const left = inStorage() as HeldDecision[];
  for (const { outputId } of left) dropHeld(outputId);
  kept.set(KEY, JSON.stringify(left));

  expect(takeKept(MINE, { abandonedBefore: 2_000 })).toEqual([
    held('o1', { madeAt: 5_000, isLeft: true }),
  ]);
});

test('ignores other content in the storage', () => {
  kept.set(KEY, '{');
  expect(takeKept(MINE, { abandonedBefore: 2_000 })).toEqual([]);
  putHeld(held('o1'));
  expect(inStorage()).toEqual([held('o1')]);
});

describe('a full storage', () => {
  test('does not block decisions, and drops stored ones that were replaced', () => {
    kept.set(KEY, JSON.stringify([held('theirs')]));
    putHeld(held('o1'));
    room = kept.get(KEY)!.length;

    putHeld(held('o1', { decision: 'rejected', comment: 'Too blunt' }));

    expect(heldDecisions.get()).toEqual([
      held('o1', { decision: 'rejected', comment: 'Too blunt' }),
    ]);
    expect(inStorage()).toEqual([held('theirs')]);
    markLeft();
    expect(toasts.get()).toEqual([]);
    expect(heldDecisions.get()).toMatchObject([{ decision: 'rejected' }]);
    dropHeld('o1');
    expect(heldDecisions.get()).toEqual([]);
  });

  test('warns once while decisions wait, and again if it happens again', () => {
    room = 0;
    const said = () => toasts.get().length;

    putHeld(held('o1'));
    expect(said()).toBe(0);
    putHeld(held('o1', { state: 'waiting' }));
    putHeld(held('o2', { state: 'waiting' }));
    expect(said()).toBe(1);
    // Retries happen from time to time.
    for (const state of ['sending', 'waiting'] as const) {
      for (const id of ['o1', 'o2']) putHeld(held(id, { state }));
    }
    expect(said()).toBe(1);
    for (const id of ['o1', 'o2']) dropHeld(id);
    putHeld(held('o3', { state: 'waiting' }));

    expect(toasts.get().map(({ text, tone }) => [text, tone])).toEqual(
      Array(2).fill([texts.notKept, 'bad']),
    );
  });
});
