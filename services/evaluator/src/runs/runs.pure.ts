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

/** A run of the rules that is to be made. */
export interface RequestedRun extends RunRef, RulePlace {
  readonly content: JudgedContentData;
  readonly files: readonly FileData[];
  readonly traceparent: string | null;
}

/** A submission with the trace that it is in. */
export interface TracedSubmission {
  readonly data: OutputsSubmitted;
  readonly traceparent: string | null;
}

export interface WaitingSubmission extends TracedSubmission {
  readonly dueAt: Date;
}

/** A result on its way into the table, or, where it needs no row, to the bus. */
export interface NewResult {
  readonly data: OutputsEvaluated;
  /** The id of its event, which is the run: the same on every repeat, also where the run was evaluated again. */
  readonly eventId: string;
  readonly traceparent: string | null;
}

/** A result that was recorded, as it is announced. */
export interface RecordedResult extends NewResult {
  readonly seq: string;
  /** The data as JSON text, as stored. */
  readonly json: string;
}

/** A run whose exact rules are settled and whose judges are to be asked. */
export interface JudgeJob extends RunRef {
  readonly traceparent: string | null;
  readonly material: JudgedMaterial;
  /** All rules of the run, in their order. */
  readonly rules: readonly RuleProgress[];
}

/** A right to a run: it ends when its lease does, when somebody else claims it, or with the output. */
export interface Claim extends RunRef {
  readonly attempt: number;
}

export interface ClaimedJob extends JudgeJob, Claim {
  /** How long its judges have been away; null where they are not known to be. */
  readonly failingForMs: number | null;
}

/** A run that somebody has claimed, whose rules are costly and none of them settled. */
export type ClaimedCheck = RequestedRun & Claim;

/** Jobs that nobody has claimed yet. */
export interface NewJobs {
  /** Runs whose rules are costly: nobody waits for them in a consumer. */
  readonly checks: readonly RequestedRun[];
  readonly jobs: readonly JudgeJob[];
}

/** What is kept of an attempt that gave no result. */
export interface Reschedule {
  /** Null where it has come no further. */
  readonly rules: readonly RuleProgress[] | null;
  readonly pauseMs: number;
  /** How long its judges have been away; null where it was only interrupted. */
  readonly failingForMs: number | null;
}

export interface ClaimRequest {
  readonly limit: number;
  /** Workspaces whose jobs are not wanted now. */
  readonly except: readonly string[];
}

/** Tells claims apart, also those on one run. */
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

/** A result as the event that tells of it. */
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
 * Sorted by key, each key once (the first): two consumers that write the same rows then wait for
 * each other instead of deadlocking, and no statement meets one row twice.
 */
export function inKeyOrder<T>(items: readonly T[], refOf: (item: T) => OutputRef): T[] {
  const byKey = firstByKey(items, refOf);
  const keys = [...byKey.keys()].sort();
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Each output once (the first), in the order in which they came. */
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

/** In key order, each output with its latest run only: the others have been overtaken. */
export function latestRuns<T>(items: readonly T[], runOf: (item: T) => RunRef): T[] {
  const latestFirst = items.some((item) => runOf(item).run > 1)
    ? [...items].sort((a, b) => runOf(b).run - runOf(a).run)
    : items;
  return inKeyOrder(latestFirst, runOf);
}
