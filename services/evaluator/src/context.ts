import type { EgressGuard, Encryptor, ServiceClient } from '@output-review/runtime';
import {
  type BaseContext,
  type DrawSample,
  handlersFor,
  type JobHandles,
  type LinkKeys,
  type MessagingOptions,
  type Outbox,
  type PublishingOptions,
  type RegistryReplica,
} from '@output-review/shared-kernel';

import type { GenerateAnswer } from './judges/generate-answer.ts';
import type { JudgeChooser } from './judges/judge-chooser.ts';
import type { JudgeSettings, JudgingOptions } from './judges/judge-config.ts';
import type { JobWorker } from './judging/job-worker.ts';
import type { Judging } from './judging/judging.ts';
import type { RuleEngine } from './rule-process/rule-engine.ts';
import type { RuleSets } from './rules/rule-sets.ts';
import type { JobTable } from './runs/jobs.sql.ts';
import type { Results } from './runs/results.ts';
import type { ClaimedCheck, ClaimedJob } from './runs/runs.pure.ts';
import type { ClaimedShadowRun } from './shadow/shadow.pure.ts';
import type { ShadowTable } from './shadow/shadow.sql.ts';

export interface EvaluatorOptions extends MessagingOptions, PublishingOptions {
  readonly judging: JudgingOptions;
  /** Time limit for a check of costly rules, after which it ends as an error; 5 s by default. */
  readonly checkDeadlineMs?: number;
  /** How often to poll for work that is due, abandoned or ready; 1 s by default. */
  readonly lookEveryMs?: number;
  /** Encrypts the keys of workspaces' judges. */
  readonly encryptor: Encryptor;
  /** Whether the operator lets workspaces' judges use a private address. */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** Base URLs of the services that the evaluator calls. They may start later. */
  readonly peers: {
    readonly gateway: () => string;
    readonly review: () => string;
    readonly media: () => string;
  };
  /** The media service's keys for links: the evaluator signs its own links to files. */
  readonly linkKeys: LinkKeys;
}

export interface Context extends BaseContext, Outbox {
  readonly gateway: ServiceClient;
  readonly review: ServiceClient;
  /** Checks requests to addresses that workspaces configure. */
  readonly egress: EgressGuard;
  readonly encryptor: Encryptor;
  /** Names of projects and tasks. */
  readonly registry: RegistryReplica;
  readonly engine: RuleEngine;
  readonly ruleSets: RuleSets;
  readonly jobTable: JobTable;
  readonly shadowTable: ShadowTable;
  /** Chooses outputs for shadow judges. */
  readonly drawSample: DrawSample;
  readonly results: Results;
  readonly judgeSettings: JudgeSettings;
  readonly chooser: JudgeChooser;
  readonly generateAnswer: GenerateAnswer;
  readonly judging: Judging;
  /** Finishes runs that need judges. */
  readonly judgeWorker: JobWorker<ClaimedJob>;
  /** Works on runs whose rules are costly. */
  readonly checkWorker: JobWorker<ClaimedCheck>;
  /** Applies shadow rules to runs. */
  readonly shadowWorker: JobWorker<ClaimedShadowRun>;
  /** When this process connected to its database, by `performance.now()`. */
  readonly startedMs: number;
  readonly jobs: JobHandles<'evaluateDueSubmissions' | 'freeExpiredJobs' | 'maintainShadowRuns'>;
}

export const { route, consumer, job } = handlersFor<Context>();
