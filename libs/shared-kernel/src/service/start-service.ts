import type { ServiceName } from '@output-review/contracts';
import {
  type Bus,
  ShutdownStack,
  type Consumer,
  CorrectedClock,
  type HttpListener,
  followDatabaseClock,
  type Listening,
  type Loop,
  makeAssertionVerifier,
  makeDeadLetterOutbox,
  makeDeadLetters,
  makeJobStarter,
  makeMetricsRoute,
  makeReadiness,
  makeServiceApp,
  type MigrationClass,
  openDatabase,
  type ReadinessChecks,
  type RunningService,
  type ServiceAppOptions,
  startRelay,
  startTelemetry,
  type SubscriptionHandle,
  watchDeadLetters,
  watchDatabase,
  watchReadiness,
  withoutReasons,
} from '@output-review/runtime';

import {
  ERASE_EVERY_MS,
  type EraseStep,
  makeErasedWorkspaces,
  makeEraseWorkspaces,
} from '../workspaces/erase-workspaces.ts';
import type { BaseContext, ServiceOptions } from './base-context.ts';
import { makeDeadLetterRoutes, makeEraseLetters, type Tombstones } from './dead-letters.ts';
import type { ContextRoute, Job } from './handlers-for.ts';

/** Start options of a service that reads events. */
export interface MessagingOptions extends ServiceOptions {
  readonly bus: Bus;
  /** Whether no other process uses the database. Rows left by a killed process are then sent at once. */
  readonly isSingleInstance?: boolean;
}

/** The definition of a service. Its handlers take the context `C`. */
export interface Service<C extends BaseContext, O extends MessagingOptions> {
  /** The name of its schema and of its consumer group. */
  readonly service: ServiceName;
  readonly migrations: readonly MigrationClass[];
  /** The most database connections that it can use at a time. */
  readonly poolMax: number;
  /** Opens the rest of its context; `closers` closes it after consumers and jobs. */
  readonly openContext: (
    base: BaseContext & Pick<C, 'jobs'>,
    options: O,
    closers: ShutdownStack,
  ) => C | Promise<C>;
  readonly routes: readonly ContextRoute<C>[];
  /** Steps before the routes, for requests that are not operations. */
  readonly before?: ServiceAppOptions['before'];
  /** The listener for outside callers, beside the one for the other services. */
  readonly publicListener?: PublicListener<C>;
  /** Dependencies that it can do without for a while, in addition to those of its options. */
  readonly checks?: (ctx: C) => ReadinessChecks;
  readonly consumers: readonly Consumer<C>[];
  /** Maximum number of events per consumer batch. */
  readonly batchMax: number;
  readonly jobs: Readonly<Record<keyof C['jobs'], Job<C>>>;
  /** Delays of jobs that the options override, as in tests. */
  readonly everyMs?: (options: O) => Readonly<Partial<Record<keyof C['jobs'], number | undefined>>>;
  /** The steps that erase the data of a workspace, in order. */
  readonly eraseSteps: (ctx: C) => readonly EraseStep[];
  /** Tombstones of deleted outputs: dead letters about these outputs are erased. */
  readonly tombstones?: Tombstones;
  /** Answers pending long requests at the listener before it closes. */
  readonly abortPending?: (ctx: C) => Promise<void> | void;
}

/** A listener that opens after the one for the other services, and closes before it. */
export interface PublicListener<C> {
  readonly listener: (ctx: C) => HttpListener;
  readonly routes: readonly ContextRoute<C>[];
  /** App options that only this listener has. */
  readonly app: (ctx: C) => Pick<ServiceAppOptions, 'identify' | 'clientAddressOf' | 'before'>;
}

/** A running service and its context. */
export interface StartedService<C> extends RunningService {
  readonly ctx: C;
}

/**
 * Starts a service: its schema, then its consumers and jobs, then its listener.
 *
 * @throws errors of any part, after closing everything that was opened.
 */
export async function startService<C extends BaseContext, O extends MessagingOptions>(
  definition: Service<C, O>,
  options: O,
): Promise<StartedService<C>> {
  const closers = new ShutdownStack();
  try {
    const loops = new Map<string, Loop>();
    const base = await openBase(definition, options, closers);
    const ctx = await definition.openContext(
      { ...base, jobs: handlesOf(definition, loops) },
      options,
      closers,
    );
    startErasers(definition, { ctx, options, closers });
    const consumers = startConsumers(definition, ctx);
    closers.add('consumers', async () => {
      await Promise.all(Object.values(consumers).map((each) => each.close()));
    });
    startJobs(definition, { ctx, options, closers, loops });
    const listeners = await openListeners(definition, { ctx, options, closers });
    return { ...listeners, ctx, consumers, stop: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function openBase<C extends BaseContext, O extends MessagingOptions>(
  { service, migrations, poolMax }: Service<C, O>,
  { databaseUrl: url, bus, clock, log, isSingleInstance = false, starting, ...options }: O,
  closers: ShutdownStack,
): Promise<Omit<BaseContext, 'jobs'>> {
  const { connectionsMax = poolMax } = options;
  const { telemetry = await startTelemetry({ service, log, traces: null }) } = options;
  const db = await openDatabase({
    ...{ url, schema: service, migrations, poolMax: connectionsMax, log },
    ...(starting && { starting }),
  });
  closers.add('database', () => db.close());
  watchDatabase(telemetry.metrics, { pool: service, db });
  if (clock instanceof CorrectedClock) {
    const { signal } = starting ?? new AbortController();
    await followDatabaseClock({ clock, db, log, closers, signal });
  }
  startRelay({
    ...{ bus, log, clock, telemetry, isSingleInstance, closers },
    ...{ outbox: 'dead-letters', store: makeDeadLetterOutbox(db) },
  });
  watchDeadLetters(telemetry.metrics, db);
  const deadLetters = makeDeadLetters(db);
  const erased = makeErasedWorkspaces(db);
  return { service, db, bus, clock, log, telemetry, deadLetters, erased };
}

/** The jobs start after the context exists. Waking one before that is a no-op. */
function handlesOf<C extends BaseContext>(
  { jobs }: Pick<Service<C, never>, 'jobs'>,
  loops: ReadonlyMap<string, Loop>,
): C['jobs'] {
  const handles = Object.keys(jobs).map((key) => [key, { wake: () => loops.get(key)?.wake() }]);
  return Object.fromEntries(handles) as C['jobs'];
}

interface Opened<C, O> {
  readonly ctx: C;
  readonly options: O;
  readonly closers: ShutdownStack;
}

function startErasers<C extends BaseContext, O extends MessagingOptions>(
  { eraseSteps, tombstones }: Service<C, O>,
  { ctx, options: { eraseEveryMs: everyMs = ERASE_EVERY_MS }, closers }: Opened<C, O>,
): void {
  const { log, clock, db: client, erased } = ctx;
  const startJob = makeJobStarter({ log, clock, closers });
  const eraseWorkspaces = makeEraseWorkspaces({ client, erased, steps: eraseSteps(ctx) });
  startJob('erase workspaces', everyMs, eraseWorkspaces);
  if (!tombstones) return;
  startJob('erase letters of deleted outputs', everyMs, makeEraseLetters(client, tombstones));
}

function startConsumers<C extends BaseContext>(
  { consumers, batchMax }: Pick<Service<C, never>, 'consumers' | 'batchMax'>,
  ctx: C,
): Readonly<Record<string, SubscriptionHandle>> {
  const { service: group, deadLetters, bus, log, clock, telemetry } = ctx;
  const consuming = { group, batchMax, deadLetters, bus, log, clock, telemetry };
  return Object.fromEntries(consumers.map((each) => [each.topic, each.subscribe(ctx, consuming)]));
}

function startJobs<C extends BaseContext, O extends MessagingOptions>(
  { jobs, everyMs: pausesOf }: Service<C, O>,
  { ctx, options, closers, loops }: Opened<C, O> & { readonly loops: Map<string, Loop> },
): void {
  const startJob = makeJobStarter({ log: ctx.log, clock: ctx.clock, closers });
  const pauses = new Map(Object.entries<number | undefined>(pausesOf?.(options) ?? {}));
  for (const [key, { name, everyMs, run }] of Object.entries<Job<C>>(jobs)) {
    loops.set(
      key,
      startJob(name, pauses.get(key) ?? everyMs, (signal) => run(ctx, signal)),
    );
  }
}

/** Opens the listener for the other services, then the public one, if any. */
async function openListeners<C extends BaseContext, O extends MessagingOptions>(
  { publicListener, abortPending, ...definition }: Service<C, O>,
  { ctx, options, closers }: Opened<C, O>,
): Promise<Pick<RunningService, 'url' | 'ready' | 'drain'>> {
  const { service, db, clock, log, telemetry } = ctx;
  let isDraining = false;
  const ready = makeReadiness({
    required: { database: () => db.ready() },
    supporting: {
      'database disk': () => db.hasRoom(),
      ...definition.checks?.(ctx),
      ...options.checks,
    },
    isDraining: () => isDraining,
    log,
  });
  watchReadiness(telemetry.metrics, ready);
  const keys = { gateway: options.assertionPublicKey, operator: options.operatorPublicKey ?? null };
  const around = { service, assertions: makeAssertionVerifier(keys, clock), log, telemetry };
  const app = makeServiceApp({
    ...{ ...around, readiness: ready },
    routes: [...routesOf(definition, ctx), ...makeDeadLetterRoutes(ctx, definition.consumers)],
    before: [makeMetricsRoute(telemetry.metrics), ...(definition.before ?? [])],
  });
  const internal = await options.listener.open(app);
  closers.add('listener', () => internal.close());
  const listeners: Listening[] = [internal];
  if (publicListener) {
    const own = { ...publicListener.app(ctx), routes: routesOf(publicListener, ctx) };
    const outer = makeServiceApp({ ...around, ...own, readiness: withoutReasons(ready) });
    const opened = await publicListener.listener(ctx).open(outer);
    closers.add('public listener', () => opened.close());
    listeners.push(opened);
  }
  if (abortPending) closers.add('pending requests', () => abortPending(ctx));
  const drain = (): void => {
    isDraining = true;
    for (const listener of listeners) listener.drain();
  };
  return { url: internal.url, ready, drain };
}

const routesOf = <C>({ routes }: { readonly routes: readonly ContextRoute<C>[] }, ctx: C) =>
  routes.map((each) => each(ctx));
