import { expect, test } from '@jest/globals';

import { passedSettings } from './passed-settings.ts';

test('the operator may turn the limits off, and nothing else leaks in', () => {
  const env = {
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: '',
    DATABASE_URL: 'postgres://production',
    ENCRYPTION_KEY: 'another',
    PATH: '/bin',
  };

  expect(passedSettings(env)).toEqual({ RATE_LIMIT_PER_MINUTE: '0' });
});
