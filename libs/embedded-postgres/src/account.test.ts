import { expect, test } from '@jest/globals';

import { parsePasswd } from './account.ts';

test('parses accounts by name, without root, comments and IDs that Node cannot spawn as', () => {
  const accounts = parsePasswd(
    [
      '# a comment',
      'root:x:0:0:root:/root:/bin/bash',
      'nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false',
      'postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash',
      '',
    ].join('\n'),
  );

  expect([...accounts]).toEqual([['postgres', { uid: 101, gid: 104 }]]);
});
