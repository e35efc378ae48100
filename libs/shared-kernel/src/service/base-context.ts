import type { ServiceName } from '@output-review/contracts';
import type {
  Bus,
  Clock,
  Database,
  DeadLetters,
  HttpListener,
  Logger,
  Loop,
  ReadinessChecks,
  Starting,
  Telemetry,
} from '@output-review/runtime';

import type { ErasedWorkspaces } from '../workspaces/erase-workspaces.ts';

/** The jobs of a service by name, to wake one that has new work. */
export type JobHandles<N extends string = never> = Readonly<Record<N, Pick<Loop, 'wake'>>>;

/** The context of the routes, consumers and jobs of every service. */
export interface BaseContext {
  readonly service: ServiceName;
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  readonly deadLetters: DeadLetters;
  readonly erased: ErasedWorkspaces;
  readonly jobs: JobHandles;
}

/** Start options that every service has, in both ways of running. */
export interface ServiceOptions {
  /** Connects as the role of this service. */
  readonly databaseUrl: string;
  /** Maximum number of database connections; by default as many as the service can use. */
  readonly connectionsMax?: number | undefined;
  readonly assertionPublicKey: string;
  /** Verifies the operator's commands; without it their operations are refused. */
  readonly operatorPublicKey?: string | null;
  /** Listens for the other services. */
  readonly listener: HttpListener;
  readonly log: Logger;
  readonly clock: Clock;
  /** Given if the caller also exposes or closes it; otherwise the service creates its own. */
  readonly telemetry?: Telemetry;
  /** Dependencies other than the database that it can do without for a while, for `/readyz`. */
  readonly checks?: ReadinessChecks;
  /** How often to look for data of deleted workspaces and outputs to erase; 5 s by default. */
  readonly eraseEveryMs?: number | undefined;
  /** Where to read what the start is waiting for. */
  readonly starting?: Starting;
}
