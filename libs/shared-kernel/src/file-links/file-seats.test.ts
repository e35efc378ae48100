import { PassThrough } from 'node:stream';

import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { FILES_MAX, FILES_PER_WORKSPACE_MAX, FileSeats } from './file-seats.ts';

const never = (): AbortSignal => new AbortController().signal;

interface MovingFile {
  hasSeat: boolean;
  end(): void;
}

/** Files that take a seat each as soon as they get one, and hold it until they end. */
function move(seats: FileSeats, workspaceId: string, count: number): MovingFile[] {
  return Array.from({ length: count }, () => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const file = { hasSeat: false, end };
    void seats.during({ workspaceId, signal: never(), turnMsMax: 60_000 }, () => {
      file.hasSeat = true;
      return ended;
    });
    return file;
  });
}

const seated = (files: readonly MovingFile[]): number =>
  files.filter((file) => file.hasSeat).length;

test('a workspace has a third of the seats, and others have some of what it leaves', async () => {
  const seats = new FileSeats();
  const files = ['a', 'b', 'c', 'd'].map((workspaceId) => move(seats, workspaceId, FILES_MAX));

  await eventually(() => expect(files.map(seated)).toEqual([FILES_PER_WORKSPACE_MAX, 11, 7, 5]));

  for (const file of files.flat()) file.end();
  await eventually(() => expect(seated(files.flat())).toBe(4 * FILES_MAX));
});

test('what one workspace gives back goes to the others that have fewer', async () => {
  const seats = new FileSeats();
  const many = move(seats, 'a', FILES_PER_WORKSPACE_MAX + 2);
  const few = move(seats, 'b', 12);
  await eventually(() => expect([many, few].map(seated)).toEqual([FILES_PER_WORKSPACE_MAX, 11]));

  for (const file of many.slice(0, 2)) file.end();

  await eventually(() => expect([many, few].map(seated)).toEqual([FILES_PER_WORKSPACE_MAX, 12]));
  for (const file of [...many, ...few]) file.end();
  await eventually(() => expect(seated(many)).toBe(many.length));
});

test('who waits for too long is refused, and who hangs up waits no more', async () => {
  const seats = new FileSeats();
  const [first] = move(seats, 'a', FILES_PER_WORKSPACE_MAX);
  const hangUp = new AbortController();
  const take = (signal: AbortSignal) =>
    seats.during({ workspaceId: 'a', signal, turnMsMax: 20 }, () => Promise.resolve('done'));
  const gone = take(hangUp.signal);
  hangUp.abort();

  await expect(gone).rejects.toThrow('The client closed the connection');
  await expect(take(never())).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });

  first?.end();
  expect(await take(never())).toBe('done');
});

test.each([
  ['read to its end', (body: PassThrough) => body.end().resume()],
  ['destroyed', (body: PassThrough) => body.destroy()],
  ['broken', (body: PassThrough) => body.destroy(new Error('The store went away'))],
])('the seat of what is read comes back when it is %s', async (_how, endOf) => {
  const seats = new FileSeats();
  const body = new PassThrough();
  const file = { workspaceId: 'a', signal: never(), turnMsMax: 20 };
  await seats.whileRead(file, () => Promise.resolve({ body }));
  move(seats, 'a', FILES_PER_WORKSPACE_MAX - 1);
  const take = () => seats.during(file, () => Promise.resolve('done'));
  await expect(take()).rejects.toMatchObject({ code: 'RATE_LIMITED' });

  endOf(body);

  await eventually(async () => expect(await take()).toBe('done'));
});

test('what cannot be opened holds no seat', async () => {
  const seats = new FileSeats();
  const file = { workspaceId: 'a', signal: never(), turnMsMax: 20 };
  for (let n = 0; n < FILES_PER_WORKSPACE_MAX; n += 1) {
    const opening = seats.whileRead(file, () => Promise.reject(new Error('There is no such file')));
    await expect(opening).rejects.toThrow('There is no such file');
  }

  expect(await seats.during(file, () => Promise.resolve('done'))).toBe('done');
});
