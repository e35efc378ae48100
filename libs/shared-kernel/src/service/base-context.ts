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

import type { ErasedWorkspaces } from '../workspaces/erased-workspaces.ts';

/** Jobs of a service by their names, for whoever has made work for one. */
export type JobHandles<N extends string = never> = Readonly<Record<N, Pick<Loop, 'wake'>>>;

/** What the routes, consumers and jobs of every service are given. */
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

/** What every service is started with, however it runs. */
export interface ServiceOptions {
  /** As the role of this service. */
  readonly databaseUrl: string;
  /** How many connections to it the service opens at most; by default as many as it can use. */
  readonly connectionsMax?: number | undefined;
  readonly assertionPublicKey: string;
  /** By which the operator's commands are known; without one their operations are refused. */
  readonly operatorPublicKey?: string | null;
  /** For the other services. */
  readonly listener: HttpListener;
  readonly log: Logger;
  readonly clock: Clock;
  /** Where somebody else shows or ends it too; without, the service makes its own. */
  readonly telemetry?: Telemetry;
  /** What it uses beside its database and can do without for a while, for `/readyz`. */
  readonly checks?: ReadinessChecks;
  /** How often what belongs to deleted workspaces and outputs is looked for, to erase it; 5 s by default. */
  readonly eraseEveryMs?: number | undefined;
  /** Where somebody asks what the start waits for. */
  readonly starting?: Starting;
}
