import type { Clock } from '@output-review/runtime';

/** The address of a store, and the credentials for it. */
export interface S3Settings {
  /** Scheme, host and port without a path: `http://files:9000`. Buckets are addressed by path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** CA file to verify an https: store; the CAs of Node if absent. */
  readonly caFile?: string | null;
}

export interface S3Options extends S3Settings {
  /**
   * The address at which browsers reach the same store, which links are signed for. Without one there are no links. It
   * has no path, because the path is signed.
   */
  readonly publicUrl?: string | null;
  readonly clock: Clock;
  /** Timeout for a response of the store; ten seconds by default. */
  readonly silenceMs?: number;
}

/** Half is enough for any reachable store. Including the connect timeout it stays below fifteen seconds. */
export const SILENCE_MS = 10_000;

export function isSecure({ endpoint }: Pick<S3Settings, 'endpoint'>): boolean {
  return endpoint.startsWith('https://');
}
