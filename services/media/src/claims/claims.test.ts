import { afterAll, beforeAll } from '@jest/globals';

import { claimEndsSuite } from '../../test/claim-ends.ts';
import { claimsSuite } from '../../test/claims.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';

let media: TestMedia;

beforeAll(async () => {
  media = await startTestMedia();
});

afterAll(async () => {
  await media.stop();
});

claimsSuite(() => media);
claimEndsSuite(() => media);
