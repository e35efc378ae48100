import { job } from '../context.ts';
import { trimEvents } from './events.sql.ts';

const TRIM_EVERY_MS = 10 * 60_000;
// Shorter than the idle timeouts of proxies: mostly a minute, for some 30 s.
const COMMENT_EVERY_MS = 15_000;
// Covers a night, so that a page that was left open resumes in the morning.
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Woken by commits of this process. Also finds events of other processes, and those that an older transaction delayed.
 */
export const tailEvents = job({
  name: 'tail events',
  everyMs: 250,
  run: ({ tail }, signal) => tail.turn(signal),
});

/** Sends keep-alive comments to streams. */
export const commentStreams = job({
  name: 'keep streams alive',
  everyMs: COMMENT_EVERY_MS,
  run: async ({ streams, tail }) => streams.comment(tail.edge),
});

export const trimOldEvents = job({
  name: 'trim events',
  everyMs: TRIM_EVERY_MS,
  run: ({ db, clock }, signal) => trimEvents(db, new Date(clock.now().getTime() - KEPT_MS), signal),
});
