import type { Clock } from '../clock/clock.ts';
import type { Door } from '../http/door.ts';
import type { ReadinessChecks } from '../http/readiness.ts';
import type { Starting } from '../lifecycle/starting.ts';
import type { Logger } from '../log/logger.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** What every service is started with, however it runs. */
export interface ServiceOptions {
  /** As the role of this service. */
  readonly databaseUrl: string;
  readonly assertionPublicKey: string;
  /** By which the operator's commands are known; without one their operations are refused. */
  readonly operatorPublicKey?: string | null;
  /** For the other services. */
  readonly door: Door;
  readonly log: Logger;
  readonly clock: Clock;
  /** Where somebody else shows or ends it too; without, the service makes its own. */
  readonly telemetry?: Telemetry;
  /** What it uses beside its database and can do without for a while, for `/readyz`. */
  readonly checks?: ReadinessChecks;
  /** How often workspaces that are over are looked for, to erase what is there of them; 5 s by default. */
  readonly eraseEveryMs?: number;
  /** Where somebody asks what the start waits for. */
  readonly starting?: Starting;
}
