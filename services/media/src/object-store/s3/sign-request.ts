import { type Clock, LINK_LIFETIME_SECONDS } from '@output-review/runtime';
import { AwsV4Signer } from 'aws4fetch';

import type { S3Settings } from './s3-settings.ts';

export interface RequestToSign {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly key: string;
  /** The request must contain all of them unchanged, or the store refuses it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Overrides headers of the response. */
  readonly query?: Readonly<Record<string, string>>;
}

/** @returns the URL, valid for LINK_LIFETIME_SECONDS. */
export type SignRequest = (request: RequestToSign) => Promise<string>;

/**
 * Signs requests in their query by AWS Signature Version 4. The body is not signed, because it is streamed.
 *
 * Does not use the MinIO client: it never signs `Content-Type` and `Content-Length`, so uploaders could choose them.
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
    // Some stores decode a plus as a space, others do not.
    signed.url.search = signed.url.search.replaceAll('+', '%20');
    return signed.url.href;
  };
}

function toAmzDate(time: Date): string {
  return time.toISOString().replace(/[:-]|\.\d{3}/g, '');
}
