import { expect, test } from '@jest/globals';

import { listMountPoints } from '../src/places/find-target.ts';

test('decodes the names of mount points, whatever they contain', () => {
  const mounts = String.raw`27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
31 27 254:0 /srv/data /mnt/of\040the\134service rw,relatime shared:1 master:2 - ext4 /dev/vda rw
32 27 254:0 /srv/a /mnt/a\011b\012c rw - ext4 /dev/vda rw
`;

  expect(listMountPoints(mounts)).toEqual(['/', String.raw`/mnt/of the\service`, '/mnt/a\tb\nc']);
});
