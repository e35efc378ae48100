import { Readable } from 'node:stream';

import { type Logger, newId } from '@output-review/runtime';
import { Agent, type Dispatcher, request } from 'undici';

import {
  type LinkSigner,
  type ObjectStore,
  storeUnavailable,
} from '../object-store/object-store.ts';

interface ProbeOptions {
  readonly store: ObjectStore;
  readonly log: Logger;
}

// Has no files of outputs. A killed process leaves a few bytes behind at most.
const FOLDER = 'link-trials';
const BODY = Buffer.from('A trial of who else may use a link.');
const TYPE = 'text/plain';
const CREDENTIAL = { authorization: 'Bearer of-nobody' };
const TIMEOUT_MS = 5_000;

/**
 * Probes whether the links of a store refuse an `Authorization` header with 400, as ours do, and whether those to upload
 * enforce what was signed. Until that is known, and if they do not, our own listener serves. Stores without links are
 * not probed. Does not rely on the product name that the store reports: a proxy may change it.
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
    const folder = `${FOLDER}/${newId()}`;
    const [source, target] = [`${folder}/source`, `${folder}/target`];
    // For a few requests, so that no connection is kept.
    const dispatcher = new Agent({ connect: this.#signer.connect });
    const ask: Ask = (url, asked) => statusOf(url, asked, dispatcher);
    try {
      await store.put(source, Readable.from([BODY]), { size: BODY.length, contentType: TYPE });
      this.#refusesReaders = await refusesReaders(this.#signer, source, ask);
      this.#refusesWriters = await refusesWriters(this.#signer, { source, target }, ask);
      this.#isKnown = true;
    } finally {
      await dispatcher.destroy();
      await store.deleteMany([source, target]);
    }
    const found = { reading: this.#refusesReaders, writing: this.#refusesWriters };
    log.info(found, 'checked whether links of the object store refuse credentials');
  }
}

interface Asked {
  readonly method: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

type Ask = (url: string, asked: Asked) => Promise<number>;

async function refusesReaders(signer: LinkSigner, key: string, ask: Ask): Promise<boolean> {
  const url = await signer.signGet(key, { contentType: TYPE, disposition: 'attachment' });
  const withCredential = { method: 'GET', headers: CREDENTIAL } as const;
  return (await ask(url, { method: 'GET' })) === 200 && (await ask(url, withCredential)) === 400;
}

/**
 * The worst fault is a copy source. A store that accepts that header unsigned, as MinIO does, lets anyone with an upload
 * link copy any object of the bucket into the upload and read it.
 */
async function refusesWriters(
  signer: LinkSigner,
  { source, target }: { readonly source: string; readonly target: string },
  ask: Ask,
): Promise<boolean> {
  const { url, headers } = await signer.signPut(target, { contentType: TYPE, size: BODY.length });
  const put = (change: Readonly<Record<string, string>> = {}, body: Buffer = BODY) =>
    ask(url, { method: 'PUT', headers: { ...headers, ...change }, body });
  return (
    (await put()) === 200 &&
    (await put(CREDENTIAL)) === 400 &&
    (await put({ 'content-type': 'text/html' })) >= 400 &&
    (await put({}, BODY.subarray(1))) >= 400 &&
    (await put({ 'x-amz-copy-source': `/${signer.bucket}/${source}` })) >= 400
  );
}

/** @throws AppError for a store that is down or overloaded, which is no evidence either way. */
async function statusOf(
  url: string,
  { method, headers = {}, body }: Asked,
  dispatcher: Dispatcher,
): Promise<number> {
  const answer = await request(url, {
    ...{ method, headers: { ...headers }, body: body ?? null, dispatcher },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body.dump();
  const { statusCode } = answer;
  if (statusCode >= 500 || statusCode === 429) {
    throw storeUnavailable(new Error(`The object store responded with ${statusCode}`));
  }
  return statusCode;
}
