import { setTimeout as delay } from 'node:timers/promises';

import { type OutputsEvaluated, TOPICS } from '@output-review/contracts';
import {
  type IncomingEvent,
  type Logger,
  type SubscriptionHandle,
  systemClock,
} from '@output-review/runtime';
import { KafkaBus } from '@output-review/runtime/kafka';

/** The published events. */
export interface PublishedEvents {
  /** The results of each run, distinguished by `nameResult`, by `id#run`. */
  readonly verdicts: ReadonlyMap<string, ReadonlySet<string>>;
  /** The IDs of the events, by `id`. */
  readonly decisions: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ReadEventsOptions {
  readonly brokers: string;
  readonly run: string;
  /** The outputs, by ID, whose decision was answered; an event of each is expected. */
  readonly decided?: ReadonlyMap<string, unknown>;
  /** Aborts reading, with its reason. */
  readonly signal?: AbortSignal;
  readonly log: Logger;
}

/** Reads all events that the services published about the outputs of a run. */
export async function readEvents(options: ReadEventsOptions): Promise<PublishedEvents> {
  const { brokers, run, decided = new Map<string, unknown>(), log, signal } = options;
  const kafka = { brokers: brokers.split(','), tls: null, sasl: null, clientId: `stress-${run}` };
  const bus = new KafkaBus({ kafka, topics: [], log, clock: systemClock });
  const verdicts = new Map<string, Set<string>>();
  const decisions = new Map<string, Set<string>>();
  const read = (topic: IncomingEvent['topic'], take: Take): Reader =>
    subscribe(bus, { topic, run, take, signal });
  const ofVerdicts = read(TOPICS.outputsEvaluated, (event) => {
    const result = JSON.parse(event.json) as OutputsEvaluated;
    add(verdicts, `${result.id}#${result.run}`, nameResult(result));
  });
  const ofDecisions = read(TOPICS.outputsDecided, (event) => {
    add(decisions, (JSON.parse(event.json) as { id: string }).id, event.id);
  });
  await bus.start();
  try {
    await Promise.all([
      // Review has stored them, so they are in Kafka.
      hasReadAll(ofVerdicts, () => true),
      hasReadAll(ofDecisions, () => [...decided.keys()].every((id) => decisions.has(id))),
    ]);
    return { verdicts, decisions };
  } finally {
    await bus.stop();
  }
}

/** Names each result of a run. Exact rules may repeat a result, but results of judges are recorded once. */
export function nameResult({ outcome, evaluatedAt, appliedRules }: OutputsEvaluated): string {
  const isJudged = appliedRules.some(({ evaluator }) => evaluator === 'llm');
  return isJudged ? `${outcome} at ${evaluatedAt}` : outcome;
}

interface Reader {
  readonly handle: SubscriptionHandle;
  readonly count: () => number;
  readonly signal: AbortSignal | undefined;
}

type Take = (event: IncomingEvent) => void;

interface Reading {
  readonly topic: IncomingEvent['topic'];
  readonly run: string;
  readonly take: Take;
  readonly signal: AbortSignal | undefined;
}

function subscribe(bus: KafkaBus, { topic, run, take, signal }: Reading): Reader {
  let count = 0;
  const handle = bus.subscribe({
    topic,
    group: `stress-${run}`,
    batchMax: 1_000,
    handle: (batch) => {
      count += batch.length;
      for (const event of batch) if (event.key.includes(`/${run}-`)) take(event);
      return Promise.resolve();
    },
  });
  return { handle, count: () => count, signal };
}

const LOOK_EVERY_MS = 500;
// Longer than the interval at which the bus reads the lag.
const QUIET_MS = 8_000;
// Longer than a killed relay keeps events leased.
const ABSENT_MS = 45_000;
const TIMEOUT_MS = 120_000;

/** Resolves when no event has arrived for a while and the lag is 0. Waits longer for missing events. */
async function hasReadAll(reader: Reader, isComplete: () => boolean): Promise<void> {
  const { handle, count, signal } = reader;
  const beganAt = performance.now();
  let quietSince = beganAt;
  let before = 0;
  while (performance.now() - quietSince < (isComplete() ? QUIET_MS : ABSENT_MS)) {
    if (performance.now() - beganAt > TIMEOUT_MS) throw new Error('Events are still arriving');
    await delay(LOOK_EVERY_MS);
    signal?.throwIfAborted();
    if (count() !== before || handle.lag() > 0) quietSince = performance.now();
    before = count();
  }
}

function add(to: Map<string, Set<string>>, key: string, id: string): void {
  const ids = to.get(key) ?? new Set();
  to.set(key, ids.add(id));
}
