import type { ServiceName } from '@output-review/contracts';

import type { Samples } from './metrics.pure.ts';

/** What was seen of a running system from outside. */
export interface Facts {
  readonly services: readonly ServiceFacts[];
  /** How long the two looks at a service were apart. */
  readonly watchedMs: number;
  /** Of the file system with the data folder; null where the data is on other machines. */
  readonly disk: DiskFacts | null;
  /** Of the servers whose addresses are known here and that answer by TLS. */
  readonly certificates: readonly CertificateFacts[];
  /** When it was looked, on the clock of this machine. */
  readonly at: Date;
}

export interface ServiceFacts {
  readonly service: ServiceName;
  readonly url: string;
  /** What `/readyz` said, or why it said nothing. */
  readonly readiness: Readiness | { readonly failure: string };
  /** How far its clock is ahead of that of this machine; null if unknown. HTTP tells whole seconds. */
  readonly clockAheadMs: number | null;
  /** The first and the second look at `/metrics`; without series where it did not answer. */
  readonly before: Samples;
  readonly after: Samples;
}

export interface Readiness {
  readonly ready: boolean;
  /** `ok` or what is wrong, by the names of what it needs. */
  readonly checks: Readonly<Record<string, string>>;
}

export interface CertificateFacts {
  readonly name: string;
  readonly address: string;
  /** As the certificate says it; absent where it could not be read. */
  readonly validTo?: string;
  readonly failure?: string;
}

export interface DiskFacts {
  readonly path: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** `unknown`: it could not be looked at from here. */
export type State = 'ok' | 'warning' | 'problem' | 'unknown';

/** What a check came to. */
export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly found: string;
  /** What to do about it; none where nothing is to be done. */
  readonly advice?: string;
  /** The page about it, in the repository. */
  readonly page?: string;
}
