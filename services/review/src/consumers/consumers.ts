import {
  auditRecorded,
  outputOfKey,
  outputsEvaluated,
  outputsSubmitted,
  projectsChanged,
  workspacesChanged,
} from '@output-review/contracts';
import {
  consumeEvents,
  type ConsumeOptions,
  type IncomingEvent,
  type SubscriptionHandle,
  type Telemetry,
} from '@output-review/runtime';
import type {
  EventType,
  OutputsEvaluated,
  OutputsSubmitted,
  ProjectsChanged,
  WorkspacesChanged,
} from '@output-review/contracts';

import type { ToldRecord } from '../domain/audit-chain.ts';
import type { OutputKey } from '../domain/output.ts';

type Consuming = Pick<ConsumeOptions<EventType>, 'bus' | 'deadLetters' | 'log' | 'clock'>;

interface Deps extends Consuming {
  readonly telemetry: Telemetry;
  readonly applySubmissions: (batch: readonly OutputsSubmitted[]) => Promise<void>;
  readonly applyEvaluations: (batch: readonly OutputsEvaluated[]) => Promise<void>;
  readonly appendAudit: AppendAudit;
  readonly applyNames: (batch: readonly ProjectsChanged[]) => Promise<void>;
  readonly applyWorkspaces: (batch: readonly WorkspacesChanged[]) => Promise<void>;
  /** Makes an output whose submission cannot be read end as an error. */
  readonly setAsideSubmission: (key: OutputKey) => Promise<void>;
  /** Makes an output whose result cannot be read end as an error. */
  readonly setAsideEvaluation: (key: OutputKey, run: number | null) => Promise<void>;
}

type AppendAudit = (told: readonly ToldRecord[]) => Promise<void>;

const GROUP = 'review';
// What one statement takes at its best: more rows cost no less each, and hold locks longer.
const BATCH_MAX = 250;
// Several batches of submissions: their results are stored with them, and the last of one batch of
// results must not be what the next batch of submissions waits for.
const RESULTS_MAX = 1_000;

/** Review's consumers, by the topic they read. */
export function startConsumers(deps: Deps): Record<string, SubscriptionHandle> {
  const { bus, deadLetters, log, clock, telemetry } = deps;
  const common = { bus, deadLetters, log, clock, telemetry, group: GROUP, batchMax: BATCH_MAX };
  return {
    [outputsSubmitted.topic]: consumeEvents({
      ...common,
      event: outputsSubmitted,
      handle: (batch) => deps.applySubmissions(batch.map(({ data }) => data)),
      setAside: (event) => withKey(event, deps.setAsideSubmission),
    }),
    [outputsEvaluated.topic]: consumeEvents({
      ...common,
      batchMax: RESULTS_MAX,
      event: outputsEvaluated,
      handle: (batch) => deps.applyEvaluations(batch.map(({ data }) => data)),
      setAside: (event) =>
        withKey(event, (key) => deps.setAsideEvaluation(key, readRun(event.json))),
    }),
    [auditRecorded.topic]: consumeEvents({
      ...common,
      event: auditRecorded,
      handle: (batch) => deps.appendAudit(batch.map(({ id, data }) => ({ ...data, eventId: id }))),
    }),
    [projectsChanged.topic]: consumeEvents({
      ...common,
      event: projectsChanged,
      handle: (batch) => deps.applyNames(batch.map(({ data }) => data)),
    }),
    [workspacesChanged.topic]: consumeEvents({
      ...common,
      event: workspacesChanged,
      handle: (batch) => deps.applyWorkspaces(batch.map(({ data }) => data)),
    }),
  };
}

async function withKey(
  { key }: IncomingEvent,
  work: (key: OutputKey) => Promise<void>,
): Promise<void> {
  const output = outputOfKey(key);
  if (output) await work(output);
}

/** The run that a message tells of, where it can be made out though the message cannot be read. */
function readRun(json: string): number | null {
  const run = /"run"\s*:\s*(\d{1,9})\b/.exec(json)?.[1];
  return run === undefined ? null : Number(run);
}
