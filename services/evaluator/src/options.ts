import type { Bus, Clock, Logger } from '@output-review/runtime';

export interface EvaluatorOptions {
  /** As the role of this service; its schema has the same name. */
  readonly databaseUrl: string;
  readonly assertionPublicKey: string;
  readonly bus: Bus;
  /** Whether this is the only process on the database: what a killed one left is then sent at once. */
  readonly isAlone?: boolean;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly log: Logger;
  readonly clock: Clock;
  /** Base URLs of the services that are asked; they may start later. */
  readonly peers: { readonly gateway: () => string; readonly review: () => string };
}
