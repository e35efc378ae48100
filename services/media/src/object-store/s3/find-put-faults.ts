import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import { Agent, request } from 'undici';

import type { ObjectStore } from '../object-store.ts';
import { S3Error } from './s3-failure.ts';
import { uploadToSign } from './s3-link-signer.ts';
import type { S3Settings } from './s3-settings.ts';
import { makeConnector } from './store-connection.ts';
import type { SignRequest } from './sign-request.ts';

export interface PutTrial {
  readonly settings: S3Settings;
  readonly store: ObjectStore;
  readonly sign: SignRequest;
  readonly silenceMs: number;
}

const BODY = Buffer.from('A trial of what a signed link binds.');
const TYPE = 'text/plain';
// Has no files of outputs. A killed process leaves a few bytes behind at most.
const FOLDER = 'link-trials';

/**
 * Probes whether the store enforces the signature of an upload, with uploads that it must refuse, in a separate folder.
 * Does not rely on the product name that the store reports: a proxy may change it.
 *
 * The worst fault is a copy source. A store that accepts that header unsigned, as MinIO does, lets anyone with an
 * upload link copy any object of the bucket into the upload and read it.
 *
 * @returns what the store wrongly accepts.
 */
export async function findPutFaults(trial: PutTrial): Promise<string[]> {
  const { store, settings } = trial;
  const folder = `${FOLDER}/${randomUUID()}`;
  const source = `${folder}/source`;
  const allows = async (name: string, change: Change): Promise<boolean> =>
    isStored(await upload(trial, `${folder}/${name}`, change));
  try {
    await store.put(source, Readable.from([BODY]), { size: BODY.length, contentType: TYPE });
    const faults = [
      !(await allows('as-signed', {})) && 'an upload exactly as signed is refused',
      (await allows('type', { contentType: 'text/html' })) &&
        'an upload with another type than signed is accepted',
      (await allows('size', { body: BODY.subarray(1) })) &&
        'an upload with another size than signed is accepted',
      (await allows('copy', { copySource: `/${settings.bucket}/${source}` })) &&
        'a copy of any object of the bucket is accepted as an upload',
    ];
    return faults.filter((fault) => fault !== false);
  } finally {
    const names = ['source', 'as-signed', 'type', 'size', 'copy'];
    await store.deleteMany(names.map((name) => `${folder}/${name}`));
  }
}

interface Change {
  readonly contentType?: string;
  readonly body?: Buffer;
  readonly copySource?: string;
}

async function upload(trial: PutTrial, key: string, change: Change): Promise<number> {
  const { contentType = TYPE, body = BODY, copySource } = change;
  const url = await trial.sign(uploadToSign(key, { contentType: TYPE, size: BODY.length }));
  const dispatcher = new Agent({ connect: makeConnector(trial.settings, trial.silenceMs) });
  try {
    const answer = await request(url, {
      dispatcher,
      method: 'PUT',
      headers: {
        'content-type': contentType,
        ...(copySource === undefined ? {} : { 'x-amz-copy-source': copySource }),
      },
      body,
      headersTimeout: trial.silenceMs,
      bodyTimeout: trial.silenceMs,
    });
    await answer.body.dump();
    return answer.statusCode;
  } finally {
    await dispatcher.close();
  }
}

/** A failing store is no evidence either way. */
function isStored(status: number): boolean {
  if (status >= 500 || status === 429) throw new S3Error(status, '');
  return status < 300;
}
