import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from '@jest/globals';
import { programPath } from '@output-review/runtime/testing';

const MAIN = await programPath('deploy/setup/src/main.ts');

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends the setup through its own handler while it waits for a server',
  async (signal, code) => {
    const env = { PATH: process.env['PATH'], KAFKA_BROKERS: '127.0.0.1:1' };
    const setup = spawn(process.execPath, [MAIN, 'topics'], { env });
    const closed = once(setup, 'close');
    const output: unknown[] = await once(setup.stdout, 'data');
    expect(String(output[0])).toContain('waiting for Kafka: ');

    setup.kill(signal);

    expect(await closed).toEqual([code, null]);
  },
);
