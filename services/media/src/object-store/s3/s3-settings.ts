import type { Clock } from '@output-review/runtime';

/** Which store, and who we are to it. */
export interface S3Settings {
  /** Scheme, host and port, without a path: `http://files:9000`. Buckets are addressed by path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The CAs that an https: store is verified against; absent: those that Node trusts. */
  readonly caFile?: string | null;
}

export interface S3Options extends S3Settings {
  /**
   * Where browsers reach the same store; links are signed for it. Without one there are no links.
   * No path either: it is part of what is signed.
   */
  readonly publicUrl?: string | null;
  readonly clock: Clock;
  /** How long the store may say nothing before it counts as gone; ten seconds. */
  readonly silenceMs?: number;
}

/** Half of it would do for any store in reach; with the connecting it stays below fifteen seconds. */
export const SILENCE_MS = 10_000;

export function isSecure({ endpoint }: Pick<S3Settings, 'endpoint'>): boolean {
  return endpoint.startsWith('https://');
}
