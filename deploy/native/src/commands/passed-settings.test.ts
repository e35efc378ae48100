import { expect, test } from '@jest/globals';

import { tracesGroup } from '@output-review/runtime';

import { judgeGroup } from '../../../../services/evaluator/src/judges/judge-config.ts';
import { passedSettings } from './passed-settings.ts';

test('passes the rate limit settings, and nothing else leaks in', () => {
  const env = {
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: '',
    DATABASE_URL: 'postgres://production',
    ENCRYPTION_KEY: 'another',
    PATH: '/bin',
  };

  expect(passedSettings(env)).toEqual({ RATE_LIMIT_PER_MINUTE: '0' });
});

test('passes every setting of judges and traces', () => {
  // Read by the exporter itself.
  const asked = new Set(['OTEL_EXPORTER_OTLP_HEADERS']);
  const asking = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => void asked.add(String(name)),
    },
  );
  judgeGroup.read(asking);
  tracesGroup.read(asking);
  const env = Object.fromEntries([...asked].map((name) => [name, 'x']));

  expect(asked).toContain('JUDGE_PROVIDER');
  expect(passedSettings(env)).toEqual(env);
});
