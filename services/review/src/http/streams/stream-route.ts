import {
  mayCall,
  type Principal,
  streamEvents,
  type UserPrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { ClientHungUp, type Route, type RouteContext } from '@output-review/runtime';

import type { EventTail } from '../../use-cases/streams/event-tail.ts';
import type { EventLog, Happened } from '../../use-cases/streams/happened.ts';
import { isBehind, type Position, readPosition } from '../../use-cases/streams/position.ts';
import { EventStream } from './event-stream.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Seats } from './seats.ts';

interface Deps {
  readonly tail: EventTail;
  readonly log: Pick<EventLog, 'readGap'>;
  readonly streams: OpenStreams;
  readonly seats: Seats;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // What nginx and its kin would else gather.
  'X-Accel-Buffering': 'no',
} as const;

/** Tells a member what happens in the workspace, for as long as it listens. */
export const makeStreamRoute = (deps: Deps): Route => ({
  operation: streamEvents,
  async respond(ctx, tools) {
    const { principal } = await tools.identify(ctx, streamEvents);
    const person = personOf(principal);
    if (deps.streams.isOver) throw new AppError('UNAVAILABLE', 'The service is about to stop.');
    if (ctx.method === 'HEAD') {
      ctx.set(HEADERS);
      ctx.status = 200;
      return;
    }
    const giveBack = deps.seats.take(person);
    try {
      await open(deps, ctx, { person, giveBack });
    } catch (error) {
      giveBack();
      throw error;
    }
  },
});

function personOf(principal: Principal): UserPrincipal {
  if (principal.kind === 'user' && mayCall(streamEvents, principal)) return principal;
  throw new AppError('FORBIDDEN', 'This credential may not do that.');
}

interface Opening {
  readonly person: UserPrincipal;
  readonly giveBack: () => void;
}

async function open(deps: Deps, ctx: RouteContext, { person, giveBack }: Opening): Promise<void> {
  const { tail, streams } = deps;
  const { workspaceId } = person;
  const stream = new EventStream({ res: ctx.res, workspaceId, onCut: () => streams.countCut() });
  const edge = await tail.follow(stream);
  try {
    const start = await findStart(deps, { workspaceId, edge, lastId: ctx.get('last-event-id') });
    if (ctx.res.closed) throw new ClientHungUp();
    ctx.res.once('close', () => {
      tail.leave(stream);
      streams.remove(stream);
      giveBack();
    });
    streams.add(stream);
    send(ctx);
    stream.begin(start.missed, start.at, streams.nextRetryMs());
    if (streams.isOver) stream.end();
  } catch (error) {
    tail.leave(stream);
    throw error;
  }
}

function send(ctx: RouteContext): void {
  ctx.set(HEADERS);
  ctx.status = 200;
  ctx.respond = false;
  ctx.flushHeaders();
}

interface Start {
  readonly missed: readonly Happened[] | null;
  readonly at: Position;
}

interface Asked {
  readonly workspaceId: string;
  readonly edge: Position;
  /** Empty where the caller comes for the first time. */
  readonly lastId: string;
}

async function findStart({ log }: Deps, { workspaceId, edge, lastId }: Asked): Promise<Start> {
  if (lastId === '') return { missed: [], at: edge };
  const after = readPosition(lastId);
  const missed = after && (await log.readGap({ workspaceId, after, upTo: edge }));
  // It may come from another replica, which has read further than this one.
  const isAhead = missed !== null && after !== null && isBehind(after, edge);
  return { missed, at: isAhead ? after : edge };
}
