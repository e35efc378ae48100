import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { installOnce } from '../src/install/install-once.ts';

// A process that starts an installation and never ends, to be killed by install-once.test.ts.
await installOnce(process.argv[2] ?? '', async (draft) => {
  await writeFile(join(draft, 'program'), 'half');
  console.log('half of it is there');
  await delay(600_000);
});
