import type { Bus, ServiceOptions, Telemetry } from '@output-review/runtime';

export interface InstructionsOptions extends ServiceOptions {
  readonly bus: Bus;
  /** Whether this is the only process on the database: what a killed one left is then sent at once. */
  readonly isAlone?: boolean;
  /** AUDIT_KEY: hides texts and secrets in what the audit is told. */
  readonly auditKey: string;
  /** Base URLs of the services that are asked; they may start later. */
  readonly peers: { readonly gateway: () => string; readonly evaluator: () => string };
}

/** The same once it is settled how it is seen. */
export type SeenInstructionsOptions = InstructionsOptions & { readonly telemetry: Telemetry };
