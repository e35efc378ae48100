import { type Clock, LINK_LIFETIME_SECONDS } from '@output-review/runtime';
import { AwsV4Signer } from 'aws4fetch';

import type { S3Settings } from './s3-settings.ts';

export interface RequestToSign {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly key: string;
  /** Every one of them must come with the request as it is here, or the store refuses it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the answer is to say of itself. */
  readonly query?: Readonly<Record<string, string>>;
}

/** @returns the URL, good for LINK_LIFETIME_SECONDS. */
export type SignRequest = (request: RequestToSign) => Promise<string>;

/**
 * Signs requests in their query, by AWS Signature Version 4. The body is not signed: it streams.
 *
 * Not by the MinIO client: it never signs `Content-Type` and `Content-Length`, and what is not signed
 * an uploader may choose.
 */
export function makeRequestSigner(settings: S3Settings, clock: Clock): SignRequest {
  const { endpoint, bucket, region, accessKey, secretKey } = settings;
  return async ({ method, key, headers = {}, query = {} }) => {
    const url = new URL(`/${bucket}/${key}`, endpoint);
    url.search = new URLSearchParams({
      ...query,
      'X-Amz-Expires': String(LINK_LIFETIME_SECONDS),
    }).toString();
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      region,
      service: 's3',
      datetime: toAmzDate(clock.now()),
      signQuery: true,
      allHeaders: true,
    });
    const signed = await signer.sign();
    // A plus is a blank to some stores and a plus to others.
    signed.url.search = signed.url.search.replaceAll('+', '%20');
    return signed.url.href;
  };
}

function toAmzDate(time: Date): string {
  return time.toISOString().replace(/[:-]|\.\d{3}/g, '');
}
