import { beforeEach, describe, expect, test } from '@jest/globals';

import type { GroupOffsets } from './kafka-admin.ts';
import { PartitionProgress } from './partition-progress.ts';

let progress: PartitionProgress;
beforeEach(() => {
  progress = new PartitionProgress();
  progress.assign([0]);
});

const read = (offsets: Omit<GroupOffsets, 'partition'>) =>
  progress.read(() => Promise.resolve([{ partition: 0, ...offsets }]));

describe('a partition that lost events', () => {
  test("lags by everything in it, even if the group's offset is beyond its end", async () => {
    await read({ begin: 0, end: 1_000, next: 1_000 });
    expect(progress.lag()).toBe(0);

    const lost = { begin: 0, end: 10, next: 1_000 };
    expect(await read(lost)).toEqual([{ partition: 0, ...lost }]);

    expect(progress.lag()).toBe(10);
    expect(await read({ ...lost, end: 12 })).toHaveLength(1);
    expect(progress.lag()).toBe(12);
  });

  test('lags by the unread rest once the group reads it again', async () => {
    await read({ begin: 0, end: 1_000, next: 1_000 });
    await read({ begin: 5, end: 10, next: 1_000 });

    progress.note({ partition: 0, end: 12, next: 6 });
    expect(progress.lag()).toBe(6);
    // kafkajs has reset the group. Events handled meanwhile are not committed yet.
    expect(await read({ begin: 5, end: 12, next: 5 })).toEqual([]);
    expect(progress.lag()).toBe(6);
    progress.note({ partition: 0, end: 12, next: 12 });
    expect(progress.lag()).toBe(0);
  });

  test("lags by the unread events if the group's offset is before the new end", async () => {
    await read({ begin: 0, end: 1_000, next: 8 });

    expect(await read({ begin: 0, end: 10, next: 8 })).toHaveLength(1);

    expect(progress.lag()).toBe(2);
  });
});
