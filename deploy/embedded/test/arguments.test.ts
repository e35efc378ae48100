import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test.each([['--help'], ['--port 9000']])(
  '%s starts nothing and says what configures it',
  async (given) => {
    const started = promisify(execFile)(process.execPath, [MAIN, ...given.split(' ')]);

    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`${given}: it takes no arguments.`),
    });
  },
);
