import { expect, test } from '@jest/globals';

import { readOptions } from './options.ts';

const OPTIONS = {
  outputs: { type: 'string' as const, default: '10000' },
  only: { type: 'string' as const, multiple: true, default: ['rules', 'pace'] },
  keep: { type: 'boolean' as const },
};
const LIST = `Options:
  --outputs <value>  (default: 10000)
  --only <value> …  (default: rules,pace)
  --keep`;

test('reads the values of a bench', () => {
  expect(readOptions(OPTIONS, ['--outputs', '5', '--keep'])).toMatchObject({
    values: { outputs: '5', only: ['rules', 'pace'], keep: true },
  });
});

test('--help lists the options', () => {
  expect(readOptions(OPTIONS, ['--help'])).toEqual({ text: LIST, isFault: false });
});

test.each([
  ['--output=5'],
  ['5'],
  ['--keep=1'],
  ['--outputs=abc'],
  ['--outputs='],
  ['--outputs=-5'],
])('%s is refused with the options', (arg) => {
  expect(readOptions(OPTIONS, [arg])).toEqual({
    text: expect.stringMatching(/^\S.*\n\nOptions:\n/),
    isFault: true,
  });
});
