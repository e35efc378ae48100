import { newId, systemClock } from '@output-review/runtime';
import { afterAll, beforeAll, describe } from '@jest/globals';

import { claimEndsSuite } from '../../test/claim-ends.ts';
import { claimsSuite } from '../../test/claims.ts';
import { keeperSuite } from '../../test/keeper.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';
import { ensureBucket } from '../object-store/s3/ensure-bucket.ts';
import type { S3Settings } from '../object-store/s3/s3-settings.ts';
import { openS3Store } from '../object-store/s3/s3-store.ts';

describe.each([
  ['MinIO', 'STACK_S3_MINIO'],
  ['versitygw', 'STACK_S3'],
])('%s', (_, variable) => {
  let media: TestMedia;

  beforeAll(async () => {
    const settings: S3Settings = {
      ...(JSON.parse(process.env[variable] ?? '{}') as Omit<S3Settings, 'bucket'>),
      bucket: `media-${newId()}`,
    };
    await ensureBucket(settings);
    media = await startTestMedia({ objectStore: openS3Store({ ...settings, clock: systemClock }) });
  });

  afterAll(async () => {
    await media.stop();
  });

  claimsSuite(() => media);
  claimEndsSuite(() => media);
  keeperSuite(() => media);
});
