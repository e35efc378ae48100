import { AppError } from '@output-review/errors';
import { beforeEach, describe, expect, test } from '@jest/globals';

import type { Logger } from '../../src/base/logger.ts';
import {
  makeReadiness,
  type ReadinessCheck,
  watchReadiness,
  withoutReasons,
} from '../../src/http/readiness.ts';
import { silentLog } from '../../src/testing/index.ts';
import { samplesOf, untracedTelemetry } from '../telemetry/telemetry-fixture.ts';

const logged: string[] = [];
const log: Logger = {
  ...silentLog,
  info: (_fields, message) => void logged.push(message),
  warn: (_fields, message) => void logged.push(message),
};

beforeEach(() => {
  logged.length = 0;
});

const refused = () =>
  Promise.reject(
    Object.assign(new Error('connect ECONNREFUSED db:5432 as root:s3cret'), {
      code: 'ECONNREFUSED',
    }),
  );
const works = () => Promise.resolve();

describe('readiness', () => {
  test('is not ready without a required dependency, and degraded without a supporting one', async () => {
    const required = { database: refused };
    const supporting = {
      kafka: () => Promise.reject(new AppError('UNAVAILABLE', 'Kafka lacks the topic t.')),
      redis: works,
    };

    expect(await makeReadiness({ required, supporting, log })()).toEqual({
      ready: false,
      checks: {
        database: 'connection refused',
        kafka: 'degraded: Kafka lacks the topic t.',
        redis: 'ok',
      },
    });
    expect(await makeReadiness({ required: { database: works }, supporting, log })()).toMatchObject(
      {
        ready: true,
        checks: { kafka: 'degraded: Kafka lacks the topic t.' },
      },
    );
  });

  test('hides the reasons from the public', async () => {
    const readiness = makeReadiness({
      ...{ required: { database: refused }, supporting: { kafka: refused, redis: works }, log },
    });

    expect(await withoutReasons(readiness)()).toEqual({
      ready: false,
      checks: { database: 'failed', kafka: 'degraded', redis: 'ok' },
    });
  });

  test('logs each change once, however often it is checked', async () => {
    let check = works;
    const readiness = makeReadiness({ required: { database: () => check() }, log });

    await readiness();
    check = refused;
    await readiness();
    await readiness();
    check = works;
    await readiness();

    expect(logged).toEqual(['readiness check failed', 'readiness check succeeds again']);
  });

  test('times out a check that hangs, and does not start it again meanwhile', async () => {
    let begun = 0;
    let answer = (): void => {};
    const database = (): Promise<void> => {
      begun += 1;
      return new Promise((resolve) => (answer = resolve));
    };
    const readiness = makeReadiness({ required: { database }, log, timeoutMs: 20 });

    expect((await readiness()).checks).toEqual({ database: 'no answer in time' });
    const asked = readiness();
    answer();

    expect(await asked).toEqual({ ready: true, checks: { database: 'ok' } });
    expect(begun).toBe(1);
  });

  test('is not ready when stopping, whatever works', async () => {
    const isDraining = () => true;

    expect(await makeReadiness({ required: { database: works }, isDraining, log })()).toEqual({
      ready: false,
      checks: { database: 'ok', process: 'is stopping' },
    });
  });
});

test('exports the readiness and each check as metrics', async () => {
  const telemetry = await untracedTelemetry();
  let database: ReadinessCheck = works;
  const required = { database: () => database() };
  const supporting = { kafka: refused };
  watchReadiness(telemetry.metrics, makeReadiness({ required, supporting, log }));

  expect(await samplesOf(telemetry, 'output_review_ready')).toEqual([' 1']);
  expect(await samplesOf(telemetry, 'output_review_check_failing')).toEqual([
    '{check="database"} 0',
    '{check="kafka"} 1',
  ]);
  database = refused;
  expect(await samplesOf(telemetry, 'output_review_ready')).toEqual([' 0']);
});
