import { rootCertificates } from 'node:tls';

import { checkObjectKey, type LinkSigner } from '../object-store.ts';
import { type S3Options, SILENCE_MS } from './s3-settings.ts';
import { makeRequestSigner } from './sign-request.ts';
import { makeConnector } from './store-connection.ts';

/** Signs links for the address at which browsers reach the store. */
export function makeS3LinkSigner(options: S3Options & { readonly publicUrl: string }): LinkSigner {
  const { publicUrl, clock, bucket, silenceMs = SILENCE_MS } = options;
  const sign = makeRequestSigner({ ...options, endpoint: publicUrl }, clock);
  return {
    signGet: async (key, { contentType, disposition }) => {
      checkObjectKey(key);
      const query = {
        'response-content-type': contentType,
        'response-content-disposition': disposition,
      };
      return sign({ method: 'GET', key, query });
    },
    async signPut(key, { contentType, size }) {
      checkObjectKey(key);
      const headers = { 'content-length': String(size), 'content-type': contentType };
      const url = await sign({ method: 'PUT', key, headers });
      return { url, headers: { 'content-type': contentType } };
    },
    // The store may have a certificate of its own CA there, or one that browsers trust.
    connect: makeConnector(options, silenceMs, rootCertificates),
    bucket,
  };
}
