import type { Bus, LinkKeys, Sealer, ServiceOptions, Telemetry } from '@output-review/runtime';

import type { Judge } from './domain/judges/judge.ts';
import type { JudgeSettings } from './domain/judges/judge-settings.ts';

export interface EvaluatorOptions extends ServiceOptions {
  readonly bus: Bus;
  /** Whether this is the only process on the database: what a killed one left is then sent at once. */
  readonly isAlone?: boolean;
  readonly judging: JudgingOptions;
  /** How long a check of costly rules may take; by default 5 s, within which it ends as an error. */
  readonly checkDeadlineMs?: number;
  /** Seals the keys of workspaces' judges. */
  readonly sealer: Sealer;
  /** AUDIT_KEY: hides texts and secrets in what the audit is told. */
  readonly auditKey: string;
  /** Whether the operator lets workspaces' judges be at an address although it is private. */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** Base URLs of the services that are asked; they may start later. */
  readonly peers: {
    readonly gateway: () => string;
    readonly review: () => string;
    readonly media: () => string;
  };
  /** Those of the media service: it is asked for files by its own links. */
  readonly linkKeys: LinkKeys;
}

/** The same once it is settled how it is seen. */
export type SeenEvaluatorOptions = EvaluatorOptions & { readonly telemetry: Telemetry };

/** The operator's judge, null where there is none; and how judges are asked. */
export type JudgingOptions = { readonly judge: Judge | null } & Partial<JudgeSettings>;
