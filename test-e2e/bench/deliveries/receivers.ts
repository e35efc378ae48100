import { createServer } from 'node:http';

import { listenOnLoopback } from '@output-review/runtime/testing';

/** Receivers on loopback. Each is a path, and so a separate destination. */
export interface Receivers extends AsyncDisposable {
  readonly urls: readonly string[];
  /** Resolves when the healthy receivers have received everything. */
  readonly done: Promise<void>;
}

export interface ReceiversOptions {
  readonly healthy: number;
  /** These accept requests and never respond. */
  readonly dead: number;
  /** Distinct deliveries that each receiver expects. */
  readonly deliveriesEach: number;
}

/** Starts receivers. The URLs of the healthy ones come first. */
export async function startReceivers(options: ReceiversOptions): Promise<Receivers> {
  const { healthy, dead, deliveriesEach } = options;
  const ids = Array.from({ length: healthy }, () => new Set<unknown>());
  let left = healthy;
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
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
    done,
    urls: Array.from({ length: healthy + dead }, (_, index) => `http://127.0.0.1:${port}/${index}`),
    ...loopback,
  };
}
