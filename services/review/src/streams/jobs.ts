import { job } from '../context.ts';
import { trimEvents } from './events.sql.ts';

const TRIM_EVERY_MS = 10 * 60_000;
// Below what proxies take for a dead connection; mostly a minute, some 30 s.
const COMMENT_EVERY_MS = 15_000;
// Over a night, so that a page that was left open goes on in the morning.
const KEPT_MS = 24 * 60 * 60_000;

/** Woken by what this process commits; it also finds what others do, or what an older transaction held back. */
export const tailEvents = job({
  name: 'tail of events',
  everyMs: 250,
  run: ({ tail }, signal) => tail.turn(signal),
});

/** Has streams say that they are still there. */
export const commentStreams = job({
  name: 'comments of streams',
  everyMs: COMMENT_EVERY_MS,
  run: async ({ streams, tail }) => streams.comment(tail.edge),
});

export const trimOldEvents = job({
  name: 'trim events',
  everyMs: TRIM_EVERY_MS,
  run: ({ db, clock }, signal) => trimEvents(db, new Date(clock.now().getTime() - KEPT_MS), signal),
});
