import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';
import { programPath } from '@output-review/runtime/testing';

const MAIN = await programPath('deploy/embedded/src/main.ts');

test.each([['--help'], ['--port 9000']])(
  '%s starts nothing and explains the configuration',
  async (given) => {
    const started = promisify(execFile)(process.execPath, [MAIN, ...given.split(' ')]);

    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`${given}: it takes no arguments.`),
    });
  },
);
