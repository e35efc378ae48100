import { Readable } from 'node:stream';

import { type Logger, newId } from '@output-review/runtime';
import { Agent, type Dispatcher, request } from 'undici';

import type { LinkSigner } from '../object-store/link-signer.ts';
import type { ObjectStore } from '../object-store/object-store.ts';

interface ProbeOptions {
  readonly store: ObjectStore;
  readonly log: Logger;
}

const FOLDER = 'link-trials';
const BODY = Buffer.from('A trial of who else may use a link.');
const TYPE = 'text/plain';
const CREDENTIAL = 'Bearer of-nobody';
const TIMEOUT_MS = 5_000;

/**
 * Probes whether the links of a store refuse an `Authorization` header with 400, as ours do. Until that is known, and
 * if they do not, our own listener serves. Stores without links are not probed.
 */
export class ProbedStoreLinks {
  readonly #options: ProbeOptions;
  readonly #signer: LinkSigner | null;
  #isKnown = false;
  #refusesReaders = false;
  #refusesWriters = false;

  constructor(options: ProbeOptions) {
    this.#options = options;
    this.#signer = options.store.links;
  }

  /** Signs links to read; null if our own listener serves. */
  get forReading(): LinkSigner | null {
    return this.#refusesReaders ? this.#signer : null;
  }

  /** Signs links to upload; null if our own listener serves. */
  get forWriting(): LinkSigner | null {
    return this.#refusesWriters ? this.#signer : null;
  }

  /**
   * Does nothing once the store has answered.
   *
   * @throws Error if the store, or its public address, is unreachable.
   */
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
    log.info(found, 'checked whether links of the object store refuse credentials');
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
  // For a single request, so no connection is kept.
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
