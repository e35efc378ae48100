import type { ServiceName } from '@output-review/contracts';

import type { Samples } from './metrics.pure.ts';

/** What doctor saw of a running system from outside. */
export interface Facts {
  readonly services: readonly ServiceFacts[];
  /** The time between the two looks at a service. */
  readonly watchedMs: number;
  /** The file system of the data folder; null if the data is on other machines. */
  readonly disk: DiskFacts | null;
  /** The certificates of known servers with TLS. */
  readonly certificates: readonly CertificateFacts[];
  /** When doctor looked, by the clock of this machine. */
  readonly at: Date;
}

export interface ServiceFacts {
  readonly service: ServiceName;
  readonly url: string;
  /** The answer of `/readyz`, or why there was none. */
  readonly readiness: Readiness | { readonly failure: string };
  /** How far the service's clock is ahead of this machine's; null if unknown. HTTP dates have whole seconds. */
  readonly clockAheadMs: number | null;
  /** The first and the second look at `/metrics`; empty if it did not answer. */
  readonly before: Samples;
  readonly after: Samples;
}

export interface Readiness {
  readonly ready: boolean;
  /** By dependency: `ok`, or what is wrong. */
  readonly checks: Readonly<Record<string, string>>;
}

export interface CertificateFacts {
  readonly name: string;
  readonly address: string;
  /** As in the certificate; absent if it could not be read. */
  readonly validTo?: string;
  readonly failure?: string;
}

export interface DiskFacts {
  readonly path: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** `unknown`: it could not be checked from here. */
export type State = 'ok' | 'warning' | 'problem' | 'unknown';

/** The result of a check. */
export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly found: string;
  /** What to do; absent if nothing needs to be done. */
  readonly advice?: string;
  /** The page about it in the repository. */
  readonly page?: string;
}
