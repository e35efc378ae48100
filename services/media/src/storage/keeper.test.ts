import { afterAll, beforeAll } from '@jest/globals';

import { keeperSuite } from '../../test/keeper.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';

let media: TestMedia;

beforeAll(async () => {
  media = await startTestMedia();
});

afterAll(async () => {
  await media.stop();
});

keeperSuite(() => media);
