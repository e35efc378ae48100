import type { Bus, ServiceOptions } from '@output-review/runtime';

export interface EvaluatorOptions extends ServiceOptions {
  readonly bus: Bus;
  /** Whether this is the only process on the database: what a killed one left is then sent at once. */
  readonly isAlone?: boolean;
  /** Base URLs of the services that are asked; they may start later. */
  readonly peers: { readonly gateway: () => string; readonly review: () => string };
}
