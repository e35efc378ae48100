import {
  announceDeadLetters,
  type CloserStack,
  makeEgressGuard,
  type RunningService,
  startErasing,
  startErasingLetters,
  startLoop,
  startService,
  watchDeadLetters,
} from '@output-review/runtime';

import { judgeSettingsOf } from './domain/judges/judge-settings.ts';
import { makeDraftingRoutes } from './http/internal/drafting.ts';
import { makeRoutes } from './http/routes.ts';
import type { EvaluatorOptions } from './options.ts';
import { ERASE_STEPS } from './store/erase-workspace.ts';
import { watchJudgeJobs } from './store/judging/watch-judge-jobs.ts';
import { MIGRATIONS } from './store/migrations/index.ts';
import { RuleRow } from './store/rules/rule-row.ts';
import { RuleVersionRow } from './store/rules/rule-version-row.ts';
import { makeActions } from './wiring/actions.ts';
import { openClients } from './wiring/clients.ts';
import { startConsumers } from './wiring/consumers.ts';
import { makeDrafting } from './wiring/drafting.ts';
import { type Evaluating, makeEvaluating } from './wiring/evaluating.ts';
import { startTelling } from './wiring/telling.ts';
import { makeStores, type Stores } from './wiring/stores.ts';

export { type JudgeConfig, judgeGroup } from './judge-group.ts';
export type { EvaluatorOptions } from './options.ts';

// Four consumers, two relays, the sweeper and five loops of jobs have one each at most; the rest is for
// requests and for results of jobs. The loops that keep claims need theirs for a moment.
const CONNECTIONS_MAX = 12;
// A sync submission whose inline call never came is late already; a second more is no matter.
const SWEEP_EVERY_MS = 1_000;

/** Starts the service: its schema, its consumers, then its door. */
export function startEvaluator(options: EvaluatorOptions): Promise<RunningService> {
  return startService(
    {
      service: 'evaluator',
      entities: [RuleRow, RuleVersionRow],
      migrations: MIGRATIONS,
      poolMax: CONNECTIONS_MAX,
      build: async ({ database, closers, telemetry }) => {
        const seen = { ...options, telemetry };
        const { metrics } = telemetry;
        const stores = makeStores({
          database,
          metrics,
          leaseMs: judgeSettingsOf(options.judging).leaseMs,
          ...startTelling(seen, { database, closers }),
        });
        watchDeadLetters(telemetry.metrics, database);
        announceDeadLetters({ ...seen, database, closers });
        watchJudgeJobs(telemetry.metrics, database);
        const clients = openClients(seen, closers);
        const egress = makeEgressGuard(options);
        closers.add('way out', () => egress.close());
        const evaluating = await makeEvaluating(seen, { stores, egress, closers });
        const consumers = startConsumers(seen, { stores, evaluating, closers });
        startJobs(options, { stores, evaluating, closers });
        const parts = { stores, clients, evaluating, egress };
        const { rules, internal } = makeActions(options, parts);
        const drafting = makeDrafting(options, parts);
        const routes = [...makeRoutes(rules, internal), ...makeDraftingRoutes(drafting)];
        const endWaits = (): Promise<void> => {
          drafting.end();
          return evaluating.endWaits();
        };
        return { routes, consumers, endWaits };
      },
    },
    options,
  );
}

interface JobParts {
  readonly stores: Stores;
  readonly evaluating: Pick<Evaluating, 'evaluateDue'>;
  readonly closers: CloserStack;
}

/** Starts what is done from time to time. */
function startJobs(
  { log, clock, eraseEveryMs: everyMs }: EvaluatorOptions,
  { stores, evaluating, closers }: JobParts,
): void {
  const sweeper = startLoop({
    name: 'sync submissions that are due',
    everyMs: SWEEP_EVERY_MS,
    run: evaluating.evaluateDue,
    log,
    clock,
  });
  closers.add('sweeper', () => sweeper.stop());
  const { database: client, erased } = stores;
  startErasing({ log, clock, closers, client, erased, steps: ERASE_STEPS, everyMs });
  startErasingLetters({
    ...{ log, clock, closers, database: client },
    tombstones: { table: 'evaluations', id: 'output_id', isDeleted: "state = 'deleted'" },
  });
}
