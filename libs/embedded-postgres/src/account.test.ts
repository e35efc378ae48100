import { expect, test } from '@jest/globals';

import { parsePasswd } from './account.ts';

test('accounts come by name; root, comments and ids that Node cannot spawn as do not', () => {
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
