import { describe, expect, test } from '@jest/globals';

import { type Commands, makeCommandLine } from './parse-arguments.ts';

type Call = ['up', Parameters<Commands['up']>[0]] | ['down', string];

async function parse(...args: string[]): Promise<Call[]> {
  const calls: Call[] = [];
  const program = makeCommandLine({
    up: async (options) => void calls.push(['up', options]),
    down: async (dataDir) => void calls.push(['down', dataDir]),
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeErr: () => {} });
  }
  await program.parseAsync(args, { from: 'user' });
  return calls;
}

describe('the command line of the stack', () => {
  test('without arguments starts one of each', async () => {
    expect(await parse()).toEqual([
      [
        'up',
        {
          dataDir: expect.stringMatching(/\/\.stack$/),
          replicas: { gateway: 1, evaluator: 1, review: 1, instructions: 1, media: 1 },
          kafkaNodes: 1,
          withMinio: false,
          isSecured: false,
        },
      ],
    ]);
  });

  test('with --secured sets up accounts everywhere', async () => {
    expect(await parse('--secured')).toMatchObject([['up', { isSecured: true }]]);
  });

  test('accepts the requested sizes', async () => {
    const calls = await parse('--gateways', '2', '--evaluators', '4', '--kafka-nodes', '3');

    expect(calls).toMatchObject([
      ['up', { replicas: { gateway: 2, evaluator: 4, review: 1 }, kafkaNodes: 3 }],
    ]);
  });

  test('both commands accept the data folder', async () => {
    expect(await parse('down', '--dir', '/tmp/other')).toEqual([['down', '/tmp/other']]);
    expect(await parse('up', '--dir', '/tmp/other')).toMatchObject([
      ['up', { dataDir: '/tmp/other' }],
    ]);
  });

  test.each([
    [['--gateways', '0']],
    [['--gateways', 'two']],
    [['--evaluators', '17']],
    [['--kafka-nodes', '2']],
    [['--gateway', '2']],
    [['stop']],
  ])('%j is refused', async (args) => {
    await expect(parse(...args)).rejects.toMatchObject({ exitCode: 1 });
  });
});
