import type { ServerResponse } from 'node:http';

/** Sends callers away without cutting them off: from `begin` on every answer closes its connection. */
export class Drain {
  readonly #open = new Set<ServerResponse>();
  #hasBegun = false;

  /** Sees every answer before it is begun. */
  watch(res: ServerResponse): void {
    if (this.#hasBegun) closeAfter(res);
    this.#open.add(res);
    res.once('close', () => this.#open.delete(res));
  }

  begin(): void {
    this.#hasBegun = true;
    for (const res of this.#open) closeAfter(res);
  }
}

function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
