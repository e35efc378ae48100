import { afterAll, beforeAll } from '@jest/globals';

import { claimEndsSuite } from './claim-ends.ts';
import { claimsSuite } from './claims.ts';
import { startTestMedia, type TestMedia } from './test-media.ts';

let media: TestMedia;

beforeAll(async () => {
  media = await startTestMedia();
});

afterAll(async () => {
  await media.stop();
});

claimsSuite(() => media);
claimEndsSuite(() => media);
