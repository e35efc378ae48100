import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { parseManifests, workloadsIn } from './manifests/manifest.ts';
import { DEV_SERVERS } from './tools/values-files.ts';

const COMPOSE_FILE = new URL('../../../docker-compose.yml', import.meta.url);

test('the servers for trying it out have the same versions as in docker-compose.yml', () => {
  const images = workloadsIn(parseManifests(readFileSync(DEV_SERVERS, 'utf8'))).flatMap(({ pod }) =>
    pod.containers.map((container) => container['image']),
  );

  const inCompose = readFileSync(COMPOSE_FILE, 'utf8').matchAll(/^ +image: (\S+)$/gm);
  const pinned = [...inCompose].map(([, image]) => image);
  expect(images).toHaveLength(4);
  expect(pinned).toEqual(expect.arrayContaining(images));
});
