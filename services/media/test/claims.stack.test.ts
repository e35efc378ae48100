import { afterAll, beforeAll, describe } from '@jest/globals';
import { newId, systemClock } from '@output-review/runtime';
import { ensureBucket, openS3Store, type S3Settings } from '@output-review/runtime/s3';

import { claimEndsSuite } from './claim-ends.ts';
import { claimsSuite } from './claims.ts';
import { keeperSuite } from './keeper.ts';
import { startTestMedia, type TestMedia } from './test-media.ts';

describe.each([
  ['MinIO', 'STACK_S3_MINIO'],
  ['versitygw', 'STACK_S3_VERSITYGW'],
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
