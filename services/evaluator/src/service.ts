import {
  CloserStack,
  listen,
  makeAssertionVerifier,
  makeReadiness,
  makeServiceApp,
  type RunningService,
  startLoop,
} from '@output-review/runtime';

import { makeRoutes } from './http/routes.ts';
import type { EvaluatorOptions } from './options.ts';
import { makeActions } from './wiring/actions.ts';
import { openClients } from './wiring/clients.ts';
import { startConsumers } from './wiring/consumers.ts';
import { makeEvaluating } from './wiring/evaluating.ts';
import { openStores } from './wiring/stores.ts';

export type { EvaluatorOptions } from './options.ts';

// A sync submission whose inline call never came is late already; a second more is no matter.
const SWEEP_EVERY_MS = 1_000;

/** Starts the service: its schema, its consumers, then its door. */
export async function startEvaluator(options: EvaluatorOptions): Promise<RunningService> {
  const { log, clock, assertionPublicKey, host, port } = options;
  const closers = new CloserStack();
  try {
    const stores = await openStores(options, closers);
    const clients = openClients(options, closers);
    const evaluating = await makeEvaluating(options, { stores, closers });
    const consumers = startConsumers(options, { stores, evaluating, closers });
    const sweeper = startLoop({
      name: 'sync submissions that are due',
      everyMs: SWEEP_EVERY_MS,
      run: evaluating.evaluateDue,
      log,
      clock,
    });
    closers.add('sweeper', () => sweeper.stop());

    const ready = makeReadiness({ checks: { database: () => stores.database.ready() }, log });
    const { rules, internal } = makeActions(options, { stores, clients, evaluating });
    const app = makeServiceApp({
      service: 'evaluator',
      routes: makeRoutes(rules, internal),
      assertions: makeAssertionVerifier(assertionPublicKey, clock),
      log,
      readiness: ready,
    });
    const door = await listen(app, { host, port });
    closers.add('door', () => door.close());
    return { url: door.url, ready, consumers, stop: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
