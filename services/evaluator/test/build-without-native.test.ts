import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('builds without any file of the native engine, which npm may have skipped', async () => {
  const { stdout } = await promisify(execFile)(
    ...(['node_modules/.bin/tsc', ['--project', 'services/evaluator', '--listFilesOnly']] as const),
    { cwd: ROOT },
  );

  expect(stdout).toContain('/services/evaluator/src/engine/patterns/pattern-engines.ts');
  expect(stdout).not.toContain('/node_modules/re2/');
});
