import { INTERNAL_OPERATIONS, streamEvents, type UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  ClientDisconnected,
  nameIgnoredParameters,
  type Route,
  type RouteContext,
  type SqlClient,
} from '@output-review/runtime';

import type { Context } from '../context.ts';
import { personOf } from '../outputs/output.pure.ts';
import { EventStream } from './event-stream.ts';
import { readGap } from './events.sql.ts';
import { type Happened, isBehind, type Position, readPosition } from './position.pure.ts';
import { SettledStream } from './settled-stream.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Prevents buffering by nginx and similar proxies.
  'X-Accel-Buffering': 'no',
} as const;

/** Streams the events of the workspace to a member. */
const streamRoute = (ctx: Context): Route => ({
  operation: streamEvents,
  async respond(http, tools) {
    const { principal } = await tools.identify(http, streamEvents);
    const person = personOf(principal, 'Only people can follow the events.');
    nameIgnoredParameters(http);
    if (ctx.streams.isOver)
      throw new AppError('UNAVAILABLE', 'The service is stopping. Try again in a moment.');
    if (http.method === 'HEAD') {
      http.set(HEADERS);
      http.status = 200;
      return;
    }
    const release = ctx.streams.take(person);
    try {
      await open(ctx, http, { person, release });
    } catch (error) {
      release();
      throw error;
    }
  },
});

/** Streams settled outputs to a gateway. */
const settledRoute = ({ tail, streams }: Context): Route => ({
  operation: INTERNAL_OPERATIONS.followSettled,
  async respond(http, tools) {
    await tools.identify(http, INTERNAL_OPERATIONS.followSettled);
    if (streams.isOver) throw new AppError('UNAVAILABLE', 'The service is about to stop.');
    const stream = new SettledStream(http.res);
    await tail.follow(stream);
    if (http.res.closed) {
      tail.leave(stream);
      throw new ClientDisconnected();
    }
    http.res.once('close', () => {
      tail.leave(stream);
      streams.remove(stream);
    });
    streams.add(stream);
    http.set({ 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' });
    send(http);
    stream.comment();
    if (streams.isOver) stream.end();
  },
});

export const streamRoutes = [streamRoute, settledRoute];

interface Opening {
  readonly person: UserPrincipal;
  readonly release: () => void;
}

async function open(ctx: Context, http: RouteContext, { person, release }: Opening): Promise<void> {
  const { db, tail, streams } = ctx;
  const { workspaceId } = person;
  const stream = new EventStream({ res: http.res, workspaceId, onCut: streams.countCut });
  const edge = await tail.follow(stream);
  try {
    const start = await findStart(db, { workspaceId, edge, lastId: http.get('last-event-id') });
    if (http.res.closed) throw new ClientDisconnected();
    http.res.once('close', () => {
      tail.leave(stream);
      streams.remove(stream);
      release();
    });
    streams.add(stream);
    http.set(HEADERS);
    send(http);
    stream.begin(start.missed, start.at, streams.nextRetryMs());
    if (streams.isOver) stream.end();
  } catch (error) {
    tail.leave(stream);
    throw error;
  }
}

function send(http: RouteContext): void {
  http.status = 200;
  http.respond = false;
  http.flushHeaders();
}

interface Start {
  readonly missed: readonly Happened[] | null;
  readonly at: Position;
}

interface Asked {
  readonly workspaceId: string;
  readonly edge: Position;
  /** Empty for a first connection. */
  readonly lastId: string;
}

async function findStart(db: SqlClient, { workspaceId, edge, lastId }: Asked): Promise<Start> {
  if (lastId === '') return { missed: [], at: edge };
  const after = readPosition(lastId);
  const missed = after && (await readGap(db, { workspaceId, after, upTo: edge }));
  // The ID may come from another replica, which has read further than this one.
  const isAhead = missed !== null && after !== null && isBehind(after, edge);
  return { missed, at: isAhead ? after : edge };
}
