import { ensureBucket } from '@output-review/runtime/s3';

import { awaitServer, type Tell } from './await-server.ts';
import type { SetupConfig } from './config.ts';

/** Makes the bucket where there is none. */
export async function setUpBucket(
  store: NonNullable<SetupConfig['bucket']>,
  tell: Tell,
): Promise<void> {
  const { endpoint, bucket } = store;
  const isMade = await awaitServer(`the object store at ${endpoint}`, tell, () =>
    ensureBucket(store),
  );
  tell(`bucket ${bucket}: ${isMade ? 'made' : 'was there'}`);
}
