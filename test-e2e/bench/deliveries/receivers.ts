import { createServer } from 'node:http';

import { listenOnLoopback } from '@output-review/runtime/testing';

/** Receivers on loopback: each has a path of its own, which is a destination of its own. */
export interface Receivers extends AsyncDisposable {
  readonly urls: readonly string[];
  /** Resolves when the healthy ones have been told everything. */
  readonly told: Promise<void>;
}

export interface ReceiversOptions {
  readonly healthy: number;
  /** These take what they are sent, and never answer. */
  readonly dead: number;
  /** How many different deliveries each is to get. */
  readonly deliveriesEach: number;
}

/** Starts receivers, the healthy ones first in their urls. */
export async function startReceivers(options: ReceiversOptions): Promise<Receivers> {
  const { healthy, dead, deliveriesEach } = options;
  const ids = Array.from({ length: healthy }, () => new Set<unknown>());
  let left = healthy;
  let finish = (): void => {};
  const told = new Promise<void>((resolve) => (finish = resolve));
  const server = createServer((request, response) => {
    request.resume();
    const seen = ids[Number(request.url?.slice(1))];
    if (!seen) return;
    const sizeBefore = seen.size;
    seen.add(request.headers['webhook-id']);
    response.end();
    if (seen.size === sizeBefore || seen.size < deliveriesEach) return;
    left -= 1;
    if (left === 0) finish();
  });
  const { port, ...loopback } = await listenOnLoopback(server);
  return {
    told,
    urls: Array.from({ length: healthy + dead }, (_, index) => `http://127.0.0.1:${port}/${index}`),
    ...loopback,
  };
}
