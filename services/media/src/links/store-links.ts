import { Readable } from 'node:stream';

import {
  type Clock,
  type Logger,
  type Loop,
  type LinkSigner,
  newId,
  type ObjectStore,
  startLoop,
} from '@output-review/runtime';
import { Agent, type Dispatcher, request } from 'undici';

/** The store's own links, as far as they are given out. */
export interface StoreLinks {
  /** What signs links to read; null where our own door serves. */
  readonly forReading: LinkSigner | null;
  /** What signs links to put. */
  readonly forWriting: LinkSigner | null;
}

interface ProbeOptions {
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: Clock;
}

const FOLDER = 'link-trials';
const BODY = Buffer.from('A trial of who else may use a link.');
const TYPE = 'text/plain';
const CREDENTIAL = 'Bearer of-nobody';
const TIMEOUT_MS = 5_000;
const TRY_AGAIN_MS = 60_000;

/**
 * Finds out by trying whether the links of a store refuse a caller who sends an `Authorization` header,
 * with the 400 that ours answer. As long as that is not known, and where they do not, our own door
 * serves. Stores without links are never asked.
 */
export class ProbedStoreLinks implements StoreLinks {
  readonly #options: ProbeOptions;
  readonly #signer: LinkSigner | null;
  #loop: Loop | null = null;
  #isKnown = false;
  #refusesReaders = false;
  #refusesWriters = false;

  constructor(options: ProbeOptions) {
    this.#options = options;
    this.#signer = options.store.links;
  }

  get forReading(): LinkSigner | null {
    return this.#refusesReaders ? this.#signer : null;
  }

  get forWriting(): LinkSigner | null {
    return this.#refusesWriters ? this.#signer : null;
  }

  /** Tries until the store has answered. */
  start(): void {
    if (!this.#signer) return;
    const { log, clock } = this.#options;
    const run = () => this.probe();
    this.#loop = startLoop({ name: 'probe of links', everyMs: TRY_AGAIN_MS, run, log, clock });
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
  }

  /** @throws Error where the store, or its public address, cannot be reached. */
  async probe(): Promise<void> {
    if (this.#isKnown || !this.#signer) return;
    const { store, log } = this.#options;
    const key = `${FOLDER}/${newId()}`;
    try {
      await store.put(key, Readable.from([BODY]), { size: BODY.length, contentType: TYPE });
      this.#refusesReaders = await refusesReaders(this.#signer, key);
      this.#refusesWriters = await refusesWriters(this.#signer, key);
      this.#isKnown = true;
    } finally {
      await store.delete(key);
    }
    const found = { reading: this.#refusesReaders, writing: this.#refusesWriters };
    log.info(found, 'links of the store are used where they refuse credentials');
  }
}

async function refusesReaders(signer: LinkSigner, key: string): Promise<boolean> {
  const url = await signer.signGet(key, { contentType: TYPE, disposition: 'attachment' });
  const asked = { method: 'GET' } as const;
  return (await statusOf(url, asked)) === 200 && (await statusWithCredential(url, asked)) === 400;
}

async function refusesWriters(signer: LinkSigner, key: string): Promise<boolean> {
  const signed = await signer.signPut(key, { contentType: TYPE, size: BODY.length });
  if (!signed) return false;
  const asked = { method: 'PUT', headers: signed.headers, body: BODY } as const;
  const { url } = signed;
  return (await statusOf(url, asked)) === 200 && (await statusWithCredential(url, asked)) === 400;
}

interface Asked {
  readonly method: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

function statusWithCredential(url: string, asked: Asked): Promise<number> {
  return statusOf(url, { ...asked, headers: { ...asked.headers, authorization: CREDENTIAL } });
}

async function statusOf(url: string, { method, headers = {}, body }: Asked): Promise<number> {
  // Asked once: no connection is kept.
  const dispatcher = new Agent();
  try {
    const answer = await request(url, {
      ...{ method, headers: { ...headers }, body: body ?? null, dispatcher },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body.dump();
    return answer.statusCode;
  } finally {
    await dispatcher.destroy();
  }
}
