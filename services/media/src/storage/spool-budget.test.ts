import { describe, expect, test } from '@jest/globals';

import { SpoolBudget, type SpoolShare } from './spool-budget.ts';

const QUOTA = 1_000_000;
/** The signal of a submission that does not end by itself. */
const never = () => new AbortController().signal;
const unavailable = { code: 'UNAVAILABLE' };

const budgetOf = (bytesMax: number, workspaceBytesMax = bytesMax) =>
  new SpoolBudget({ bytesMax, workspaceBytesMax, waitMs: 10 });

/** Takes one byte at a time and gives all back if refused, as a submission does. */
async function takeAll(share: SpoolShare, bytes: number): Promise<'taken' | 'refused'> {
  let taken = 0;
  try {
    for (; taken < bytes; taken += 1) await share.take(1, never());
    return 'taken';
  } catch (error) {
    expect(error).toMatchObject(unavailable);
    return 'refused';
  } finally {
    share.giveBack(taken);
  }
}

describe('the budget of the spool', () => {
  test('is never exceeded and is completely released at the end', async () => {
    const budget = budgetOf(10);
    const shares = ['a', 'b', 'c'].map((workspace) => budget.share(workspace, QUOTA));

    await Promise.all(shares.map((share) => share.take(3, never())));
    const refusals = shares.map((share) =>
      expect(share.take(2, AbortSignal.timeout(50))).rejects.toMatchObject(unavailable),
    );
    await Promise.all(refusals);
    expect(budget.bytes).toBe(9);

    for (const share of shares) share.giveBack(3);
    expect(budget.bytes).toBe(0);
  });

  test('lets the oldest share proceed when shares block each other', async () => {
    const budget = budgetOf(100);
    const shares = Array.from({ length: 20 }, () => budget.share('a', QUOTA));

    const ends = await Promise.all(shares.map((share) => takeAll(share, 90)));

    expect(ends[0]).toBe('taken');
    expect(budget.bytes).toBe(0);
  });

  test('lets the oldest share of each workspace proceed when each has used its limit', async () => {
    const budget = budgetOf(100, 20);
    const shares = ['a', 'b', 'a', 'b'].map((workspace) => budget.share(workspace, QUOTA));

    const ends = await Promise.all(shares.map((share) => takeAll(share, 20)));

    expect(ends.slice(0, 2)).toEqual(['taken', 'taken']);
  });

  test('is never used up by one workspace, and its waiting shares do not block others', async () => {
    const budget = budgetOf(100, 20);
    const [one, same, other] = ['a', 'a', 'b'].map((workspace) => budget.share(workspace, QUOTA));

    await one?.take(20, never());
    const ending = new AbortController();
    const waiting = same?.take(1, ending.signal);
    await other?.take(20, never());
    expect(budget.bytes).toBe(40);
    ending.abort();

    await expect(waiting).rejects.toMatchObject(unavailable);
  });

  test('admits the oldest waiting share first, whatever the order of requests', async () => {
    const budget = budgetOf(10);
    const [holder, older, younger] = ['a', 'b', 'c'].map((each) => budget.share(each, QUOTA));
    const order: string[] = [];

    await holder?.take(10, never());
    const waits = [
      younger?.take(10, never()).then(() => order.push('younger')),
      older?.take(10, never()).then(() => order.push('older')),
    ];
    holder?.giveBack(10);
    await waits[1];
    older?.giveBack(10);
    await waits[0];

    expect(order).toEqual(['older', 'younger']);
  });

  test('lets the oldest share wait until its own deadline', async () => {
    const budget = budgetOf(10);
    const [oldest, younger] = ['a', 'b'].map((workspace) => budget.share(workspace, QUOTA));
    const ending = new AbortController();

    await younger?.take(10, never());
    const waiting = oldest?.take(1, ending.signal);
    await expect(budget.share('c', QUOTA).take(1, never())).rejects.toMatchObject(unavailable);
    ending.abort();

    await expect(waiting).rejects.toMatchObject(unavailable);
    await expect(oldest?.take(1, ending.signal)).rejects.toMatchObject(unavailable);
    expect(budget.bytes).toBe(10);
  });
});

test('the quota counts all bytes received, including those released from the spool', async () => {
  const share = budgetOf(100).share('a', 10);

  await share.take(6, never());
  share.giveBack(6);

  await expect(share.take(5, never())).rejects.toMatchObject({ code: 'MEDIA_QUOTA_EXCEEDED' });
});
