import { within } from '../../base/wait.ts';

interface Client {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

// A disconnect waits for answers that may never come.
const DISCONNECT_MS_MAX = 3_000;

/**
 * A client that connects on first use and is discarded when a call fails, since its cluster metadata and connections
 * may then be stale.
 */
export class Reopening<C extends Client> {
  readonly #make: () => C;
  #opening: Promise<C> | undefined;

  constructor(make: () => C) {
    this.#make = make;
  }

  /** Rejects with the error of the connection or the call. */
  async use<R>(call: (client: C) => Promise<R>): Promise<R> {
    this.#opening ??= this.#open();
    const opening = this.#opening;
    try {
      return await call(await opening);
    } catch (error) {
      await this.#giveUp(opening);
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#opening) await this.#giveUp(this.#opening);
  }

  async #open(): Promise<C> {
    const client = this.#make();
    try {
      await client.connect();
    } catch (error) {
      await disconnect(client);
      throw error;
    }
    return client;
  }

  async #giveUp(opening: Promise<C>): Promise<void> {
    if (this.#opening === opening) this.#opening = undefined;
    const client = await opening.catch(() => null);
    if (client) await disconnect(client);
  }
}

/** Never rejects: the client is not used any more. */
export async function disconnect(client: Client): Promise<void> {
  await within(DISCONNECT_MS_MAX, client.disconnect());
}
