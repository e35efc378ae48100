import { describe, expect, jest, test } from '@jest/globals';

import { eventually } from '../testing/eventually.ts';
import { GroupCommit } from './group-commit.ts';

interface Item {
  readonly uniqueKeys: readonly string[];
  readonly bytes: number;
  readonly name: string;
}

/** A group starts in the next turn of the event loop. */
async function nextTurns(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

const item = (name: string, bytes = 1): Item => ({ name, bytes, uniqueKeys: [name] });

function recorded(): { groups: string[][]; release: () => void; group: GroupCommit<Item, Item> } {
  const groups: string[][] = [];
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const group = new GroupCommit<Item, Item>(async (members) => {
    groups.push(members.map((member) => member.name));
    await gate;
    return members;
  });
  return { groups, release, group };
}

describe('GroupCommit', () => {
  test('members of one turn share a commit and get their own results', async () => {
    const { groups, release, group } = recorded();
    release();

    const results = await Promise.all(['a', 'b', 'c'].map((name) => group.add(item(name))));

    expect(results.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(groups).toEqual([['a', 'b', 'c']]);
  });

  test('members that share a key are never in the same group, and all are committed', async () => {
    const { groups, release, group } = recorded();
    release();

    await Promise.all([item('a'), item('a'), item('b'), item('a')].map((one) => group.add(one)));

    for (const names of groups) expect(new Set(names).size).toBe(names.length);
    expect(groups.flat().sort()).toEqual(['a', 'a', 'a', 'b']);
  });

  test('limits a group to 8 MiB, but commits a larger single member', async () => {
    const { groups, release, group } = recorded();
    release();
    const large = 9 * 1024 * 1024;

    await Promise.all([item('a', 5e6), item('b', 5e6), item('c', large)].map((m) => group.add(m)));

    expect(groups).toEqual([['a'], ['b'], ['c']]);
  });

  test('limits a group to 500 members', async () => {
    const { groups, release, group } = recorded();
    release();

    await Promise.all(Array.from({ length: 501 }, (_, n) => group.add(item(`${n}`))));

    expect(groups.map(({ length }) => length)).toEqual([500, 1]);
  });

  test('rejects a member that the commit leaves without a result', async () => {
    const group = new GroupCommit<Item, Item>(async () => []);

    await expect(group.add(item('a'))).rejects.toThrow('without a result');
  });

  test('starts nothing else while 8 MiB are in flight, so that large groups do not add up', async () => {
    const { groups, release, group } = recorded();
    const large = group.add(item('a', 8 * 1024 * 1024));
    await new Promise(setImmediate);
    // So many would start beside a smaller commit.
    const names = Array.from({ length: 16 }, (_, n) => `small ${n}`);
    const small = names.map((name) => group.add(item(name)));
    await nextTurns();
    expect(groups).toEqual([['a']]);

    release();
    await Promise.all([large, ...small]);
    expect(groups).toEqual([['a'], names]);
  });

  test('a failed commit rejects only its own members', async () => {
    let calls = 0;
    const group = new GroupCommit<Item, Item>((members) => {
      calls += 1;
      if (calls === 1) return Promise.reject(new Error('gone'));
      return Promise.resolve(members);
    });

    await expect(group.add(item('a'))).rejects.toThrow('gone');
    await expect(group.add(item('b'))).resolves.toMatchObject({ name: 'b' });
  });

  test('retries each member alone after a failure, so that only the bad one fails', async () => {
    const groups: string[][] = [];
    const group = new GroupCommit<Item, Item>((members) => {
      groups.push(members.map(({ name }) => name));
      const isBroken = members.some(({ name }) => name === 'bad');
      return isBroken ? Promise.reject(new Error('bad row')) : Promise.resolve(members);
    });

    const results = await Promise.allSettled(
      ['a', 'bad', 'c'].map((name) => group.add(item(name))),
    );

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(groups).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
  });

  test('while a commit is in flight, few members wait for its end and many start a second one', async () => {
    // Disables the timer after which few members start too, however slow the machine is.
    const timers = jest
      .spyOn(globalThis, 'setTimeout')
      .mockReturnValue(0 as unknown as NodeJS.Timeout);
    try {
      const { groups, release, group } = recorded();
      const names = Array.from({ length: 16 }, (_, index) => `b${index}`);
      const all = [group.add(item('a'))];
      await nextTurns();
      for (const name of names.slice(1)) all.push(group.add(item(name)));
      await nextTurns();
      expect(groups).toEqual([['a']]);

      all.push(group.add(item('b0')));
      await nextTurns();
      expect(groups).toEqual([['a'], [...names.slice(1), 'b0']]);

      all.push(group.add(item('c')));
      release();
      await Promise.all(all);
      expect(groups.at(-1)).toEqual(['c']);
    } finally {
      timers.mockRestore();
    }
  });

  test('few members start a second commit after waiting some milliseconds', async () => {
    const { groups, release, group } = recorded();
    const first = group.add(item('a'));
    await nextTurns();
    const second = group.add(item('b'));

    await eventually(() => expect(groups).toEqual([['a'], ['b']]));

    release();
    await Promise.all([first, second]);
  });

  test('while four commits are in flight, new members wait and share the next one', async () => {
    const { groups, release, group } = recorded();
    const all: Promise<Item>[] = [];
    for (const round of ['a', 'b', 'c', 'd', 'e', 'f']) {
      for (let n = 0; n < 16; n += 1) all.push(group.add(item(`${round}${n}`)));
      await nextTurns();
    }
    expect(groups.map(([name]) => name)).toEqual(['a0', 'b0', 'c0', 'd0']);

    release();
    await Promise.all(all);
    expect(groups.map((names) => names.length)).toEqual([16, 16, 16, 16, 32]);
  });

  test('an outage rejects members that have waited long behind it and retries recent ones', async () => {
    let [nowMs, fail] = [0, (_error: Error): void => undefined];
    const groups: string[][] = [];
    const commit = (members: readonly Item[]): Promise<readonly Item[]> => {
      groups.push(members.map(({ name }) => name));
      if (groups.length === 1) return new Promise((_, reject) => (fail = reject));
      return Promise.resolve(members);
    };
    const group = new GroupCommit<Item, Item>(commit, () => nowMs);
    const first = group.add(item('first', 8 * 1024 * 1024));
    await new Promise(setImmediate);
    const early = group.add(item('early'));
    nowMs = 9_000;
    const late = group.add(item('late'));

    fail(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' }));

    await expect(first).rejects.toThrow('silent');
    await expect(early).rejects.toThrow('silent');
    await expect(late).resolves.toMatchObject({ name: 'late' });
    expect(groups).toEqual([['first'], ['late']]);
  });
});
