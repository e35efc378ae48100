import {
  LABEL_SOURCES,
  type LabelSource,
  LABELS_MIN,
  type RuleOutcome,
  type RuleResults,
} from '@output-review/contracts';

import type { CountedOutcomes } from '../outputs/outcomes.pure.ts';
import { timeOfStep } from '../statistics/statistics.pure.ts';
import { figuresOf, type LabelCell } from './figures.pure.ts';

/** Outputs of a rule version with the same outcome. */
export interface VersionCount extends Omit<
  CountedOutcomes,
  'workspaceId' | 'timestamp' | 'outcomeSet'
> {
  readonly versionId: string;
  readonly isShadow: boolean;
  readonly outcome: RuleOutcome;
  /** The model that its judge used, null without one. */
  readonly model: string | null;
  readonly n: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Judge calls with about the same duration. */
export interface JudgeCount {
  readonly versionId: string;
  readonly step: number;
  readonly calls: number;
  readonly costUsd: number;
}

/** A rule version and its counts. */
export interface CountedVersion {
  readonly ruleId: string;
  readonly version: number;
  readonly ruleName: string;
  readonly ruleType: RuleResults['ruleType'];
  readonly isShadow: boolean;
  readonly counts: readonly VersionCount[];
  readonly judges: readonly JudgeCount[];
}

/** The options of a request that apply to all versions. */
export interface Asked {
  readonly labels: 'reviewed' | 'all';
  readonly project: string | undefined;
  readonly task: string | undefined;
}

const DAY_MS = 86_400_000;

export function presentResults(counted: CountedVersion, asked: Asked): RuleResults {
  const { ruleId, version, ruleName, ruleType, isShadow, counts, judges } = counted;
  const { from, to } = daysOf(counts);
  const { agreement, kappa, precision, recall, unlabelled } = figuresOf(cellsOf(counts, asked));
  const totals = totalsOf(counts, asked);
  return {
    ...{ ruleId, version, ruleName, ruleType, shadow: isShadow, from, to },
    ...totals,
    ...{ agreement, kappa, precision, recall },
    costUsd: judges.reduce((total, { costUsd }) => total + costUsd, 0),
    p50Ms: medianOf(judges),
    needed: Math.max(0, LABELS_MIN - totals.labelled),
    unlabelled: [...unlabelled],
    models: modelsOf(counts, asked),
    search: searchOf(counted, { ...asked, from, to }),
  };
}

/** From the start of the first day to the end of the last. */
function daysOf(counts: readonly VersionCount[]): { readonly from: string; readonly to: string } {
  // Not spread into one call: there may be more counts than arguments are allowed.
  const first = counts.reduce((least, { firstDay }) => Math.min(least, firstDay), Infinity);
  const last = counts.reduce((most, { lastDay }) => Math.max(most, lastDay), -Infinity);
  const end = new Date((last + 1) * DAY_MS - 1);
  return { from: new Date(first * DAY_MS).toISOString(), to: end.toISOString() };
}

/** Grouped by the models of its judge, the latest first. */
function modelsOf(counts: readonly VersionCount[], asked: Asked): RuleResults['models'] {
  const models = [...new Set(counts.flatMap(({ model }) => model ?? []))];
  return models
    .map((model) => {
      const ofModel = counts.filter((each) => each.model === model);
      const { checked, labelled } = totalsOf(ofModel, asked);
      const { agreement } = figuresOf(cellsOf(ofModel, asked));
      return { model, ...daysOf(ofModel), checked, labelled, agreement };
    })
    .sort((one, other) =>
      `${other.from} ${other.to} ${one.model}` < `${one.from} ${one.to} ${other.model}` ? -1 : 1,
    );
}

type Totals = Pick<RuleResults, keyof RuleResults['search']>;

function totalsOf(counts: readonly VersionCount[], { labels }: Asked): Totals {
  const count = (matches: (each: VersionCount) => boolean) =>
    counts.reduce((total, each) => total + (matches(each) ? each.n : 0), 0);
  const ended = (outcome: RuleOutcome) => (each: VersionCount) => each.outcome === outcome;
  const isIn = (each: VersionCount) => isUsed(each, labels);
  const saidOf = (outcome: RuleOutcome, label: 'good' | 'bad') =>
    count((each) => each.outcome === outcome && each.label === label && isIn(each));
  const labelledBy = (source: LabelSource) =>
    count((each) => isConclusive(each) && each.labelSource === source);
  return {
    checked: count(() => true),
    failed: count(ended('failed')),
    erred: count(ended('error')),
    skipped: count(ended('skipped')),
    labelled: count((each) => isConclusive(each) && each.label !== 'none' && isIn(each)),
    upheld: saidOf('failed', 'bad'),
    overruled: saidOf('failed', 'good'),
    missed: saidOf('passed', 'bad'),
    labelledInBulk: labelledBy('bulk'),
    labelledByImport: labelledBy('imported'),
  };
}

/** Whether the version has an outcome that can be compared with human decisions. */
function isConclusive<T extends { readonly outcome: RuleOutcome }>(
  each: T,
): each is T & { readonly outcome: 'passed' | 'failed' } {
  return each.outcome === 'passed' || each.outcome === 'failed';
}

const isUsed = ({ labelSource }: VersionCount, labels: Asked['labels']) =>
  labels === 'all' || labelSource === 'reviewed';

/** An output whose label is not requested counts as unlabelled. */
function cellsOf(counts: readonly VersionCount[], { labels }: Asked): LabelCell[] {
  return counts.filter(isConclusive).map((each) => {
    const { stratum, projectId, taskId, sampleRate, outcome, n } = each;
    const isLabelled = isUsed(each, labels);
    return {
      ...{ stratum, outcome, n, isSampled: sampleRate > 0 },
      place: JSON.stringify([projectId, taskId, sampleRate]),
      label: isLabelled ? each.label : 'none',
      isSample: isLabelled && each.isSample,
    };
  });
}

/** The steps must be in order. */
function medianOf(judges: readonly JudgeCount[]): number | null {
  const all = judges.reduce((total, { calls }) => total + calls, 0);
  let below = 0;
  const step = judges.find(({ calls }) => {
    below += calls;
    return 2 * below >= all;
  })?.step;
  return step === undefined ? null : timeOfStep(step);
}

/** For each count, the query that finds its outputs. */
function searchOf(
  { ruleId, version }: CountedVersion,
  { labels, project, task, from, to }: Asked & { readonly from: string; readonly to: string },
): RuleResults['search'] {
  const common = { ruleId, ruleVersion: String(version), project, task, from, to };
  const query = (given: Readonly<Record<string, string>>) =>
    new URLSearchParams(
      Object.entries({ ...common, ...given }).filter(
        (each): each is [string, string] => each[1] !== undefined,
      ),
    ).toString();
  const source = labels === 'all' ? {} : { labelSource: 'reviewed' };
  const said = (ruleOutcome: string, label: string) => query({ ruleOutcome, label, ...source });
  const conclusive = { ruleOutcome: 'passed,failed' };
  return {
    checked: query({}),
    failed: query({ ruleOutcome: 'failed' }),
    erred: query({ ruleOutcome: 'error' }),
    skipped: query({ ruleOutcome: 'skipped' }),
    labelled: query({
      ...conclusive,
      labelSource: labels === 'all' ? LABEL_SOURCES.join(',') : labels,
    }),
    upheld: said('failed', 'bad'),
    overruled: said('failed', 'good'),
    missed: said('passed', 'bad'),
    labelledInBulk: query({ ...conclusive, labelSource: 'bulk' }),
    labelledByImport: query({ ...conclusive, labelSource: 'imported' }),
  };
}
