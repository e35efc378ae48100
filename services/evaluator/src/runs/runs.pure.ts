import {
  type FileData,
  type JudgedContentData,
  outputKey,
  type OutputsEvaluated,
  outputsEvaluated,
  type OutputsSubmitted,
} from '@output-review/contracts';

import type { Evaluation, RuleProgress } from '../engine/evaluation.ts';
import type { JudgedMaterial } from '../engine/judged-material.ts';
import type { RulePlace } from '../engine/rule.ts';

export interface OutputRef {
  readonly workspaceId: string;
  readonly id: string;
}

export interface RunRef extends OutputRef {
  readonly run: number;
}

/** A run of the rules to be evaluated. */
export interface RequestedRun extends RunRef, RulePlace {
  readonly content: JudgedContentData;
  readonly files: readonly FileData[];
  readonly traceparent: string | null;
}

/** A submission with its trace. */
export interface TracedSubmission {
  readonly data: OutputsSubmitted;
  readonly traceparent: string | null;
}

export interface WaitingSubmission extends TracedSubmission {
  readonly dueAt: Date;
}

/** A new result, to be stored or, if it needs no row, sent to the bus. */
export interface NewResult {
  readonly data: OutputsEvaluated;
  /** The id of its event, derived from the run: the same on every repeat, even if the run was evaluated again. */
  readonly eventId: string;
  readonly traceparent: string | null;
}

/** A recorded result, as it is announced. */
export interface RecordedResult extends NewResult {
  readonly seq: string;
  /** The data as JSON text, as stored. */
  readonly json: string;
}

/** A run whose exact rules are settled and whose judges have to be asked. */
export interface JudgeJob extends RunRef {
  readonly traceparent: string | null;
  readonly material: JudgedMaterial;
  /** All rules of the run, in order. */
  readonly rules: readonly RuleProgress[];
}

/** A claim on a run. It ends when its lease expires, when another process claims the run, or with the output. */
export interface Claim extends RunRef {
  readonly attempt: number;
}

export interface ClaimedJob extends JudgeJob, Claim {
  /** How long its judges have been unavailable; null if they are not known to be. */
  readonly failingForMs: number | null;
}

/** A claimed run whose rules are costly, with none of them settled. */
export type ClaimedCheck = RequestedRun & Claim;

/** New jobs, not claimed yet. */
export interface NewJobs {
  /** Runs whose rules are costly, so that no consumer waits for them. */
  readonly checks: readonly RequestedRun[];
  readonly jobs: readonly JudgeJob[];
}

/** The state that is stored after an attempt without a result. */
export interface Reschedule {
  /** Null if there is no progress. */
  readonly rules: readonly RuleProgress[] | null;
  readonly pauseMs: number;
  /** How long its judges have been unavailable; null if it was only interrupted. */
  readonly failingForMs: number | null;
}

export interface ClaimRequest {
  readonly limit: number;
  /** Workspaces to skip. */
  readonly except: readonly string[];
}

/** Distinguishes claims, including those on the same run. */
export function claimKey({ workspaceId, id, run, attempt }: Claim): string {
  return `${workspaceId}/${id}/${run}/${attempt}`;
}

/** The result of a run, as it is stored and announced. */
export function makeResult(
  run: RunRef & { readonly traceparent: string | null },
  evaluation: Evaluation,
  now: Date,
): NewResult {
  return {
    data: {
      workspaceId: run.workspaceId,
      id: run.id,
      run: run.run,
      evaluatedAt: now.toISOString(),
      outcome: evaluation.outcome,
      confidenceScore: evaluation.confidenceScore,
      explanation: evaluation.explanation,
      appliedRules: evaluation.appliedRules,
    },
    eventId: `${outputKey(run)}/${run.run}`,
    traceparent: run.traceparent,
  };
}

/** The event of a result. */
export function eventOf({ data, eventId, traceparent }: NewResult, json: string) {
  return {
    topic: outputsEvaluated.topic,
    key: outputKey(data),
    id: eventId,
    source: 'evaluator',
    time: data.evaluatedAt,
    traceparent,
    json,
    data,
  };
}

/**
 * Sorts by key and keeps the first item of each. Consumers that write the same rows then wait for each other instead of
 * deadlocking, and no statement touches a row twice.
 */
export function inKeyOrder<T>(items: readonly T[], refOf: (item: T) => OutputRef): T[] {
  const byKey = firstByKey(items, refOf);
  const keys = [...byKey.keys()].sort();
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Keeps the first item of each output, in the original order. */
export function firstByKey<T>(
  items: readonly T[],
  refOf: (item: T) => OutputRef,
): ReadonlyMap<string, T> {
  const byKey = new Map<string, T>();
  for (const item of items) {
    const key = outputKey(refOf(item));
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return byKey;
}

/** In key order, keeps only the latest run of each output. The others are superseded. */
export function latestRuns<T>(items: readonly T[], runOf: (item: T) => RunRef): T[] {
  const latestFirst = items.some((item) => runOf(item).run > 1)
    ? [...items].sort((a, b) => runOf(b).run - runOf(a).run)
    : items;
  return inKeyOrder(latestFirst, runOf);
}
