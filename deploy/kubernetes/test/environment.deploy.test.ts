import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from '@jest/globals';

import { findEnvironmentFaults } from './environment/find-environment-faults.ts';
import { SECRET_KEYS } from './environment/secret-values.ts';
import { type Container, parseManifests, workloadsIn } from './manifests/manifest.ts';
import { renderChart } from './manifests/render-chart.ts';
import {
  CHART_DIR,
  type ChartTools,
  ensureChartTools,
  INSTALL_TIMEOUT_MS,
} from './tools/chart-tools.ts';
import { EVERY_PART, exampleValues, VALUES_FILES } from './tools/values-files.ts';

let tools: ChartTools;

beforeAll(async () => {
  tools = await ensureChartTools();
}, INSTALL_TIMEOUT_MS);

async function containersWith(values: string, ...set: string[]): Promise<Container[]> {
  const manifests = parseManifests(await renderChart(tools, { values: [values], set }));
  return workloadsIn(manifests).flatMap(({ pod }) => pod.containers);
}

const commandLine = ({ command, args = [] }: Container) => [...command, ...args].join(' ');

describe.each(VALUES_FILES)('with the values of %s', (_name, values) => {
  test('every program accepts its variables and reads all of them', async () => {
    const containers = await containersWith(values);

    const findings = containers.map((each) => {
      const { faults, unread } = findEnvironmentFaults(each);
      return [commandLine(each), [...faults, ...unread]];
    });
    expect(Object.fromEntries(findings)).toEqual({
      'node services/evaluator/dist/main.js': [],
      'node services/evaluator/dist/main.js migrate': [],
      'node services/gateway/dist/main.js': [],
      'node services/gateway/dist/main.js migrate': [],
      'node services/instructions/dist/main.js': [],
      'node services/instructions/dist/main.js migrate': [],
      'node services/media/dist/main.js': [],
      'node services/media/dist/main.js migrate': [],
      'node services/review/dist/main.js': [],
      'node services/review/dist/main.js migrate': [],
      [setupLine(containers)]: [],
    });
  });
});

test('the chart can set every variable that a program reads', async () => {
  for (const container of await containersWith(EVERY_PART)) {
    const { read, given } = findEnvironmentFaults(container);
    const missing = [...read].filter((name) => !given.has(name));
    expect([commandLine(container), missing]).toEqual([commandLine(container), []]);
  }
});

test.each(['database', 'topics', 'bucket'])(
  'the setup of only the %s gets the variables it needs',
  async (step) => {
    const containers = await containersWith(exampleValues('managed'), `setup.steps={${step}}`);

    const [setup] = containers.filter(({ name }) => name === 'setup');
    expect(findEnvironmentFaults(setup!).faults).toEqual([]);
  },
);

test('a Secret may contain exactly the keys that programs use', async () => {
  const schema = JSON.parse(await readFile(join(CHART_DIR, 'values.schema.json'), 'utf8')) as {
    properties: { secrets: { properties: { values: { properties: object } } } };
  };
  const keysGiven = (await containersWith(exampleValues('managed'), ...ACCOUNTS))
    .flatMap(({ env }) => env)
    .flatMap(({ name, valueFrom }) => {
      const key = valueFrom?.secretKeyRef.key;
      return key === undefined ? [] : [SECRET_KEYS.includes(key) ? key : name];
    });

  const allowed = Object.keys(schema.properties.secrets.properties.values.properties);
  expect([...new Set(keysGiven)].sort()).toEqual([...allowed].sort());
  expect([...SECRET_KEYS].sort()).toEqual([...allowed].sort());
});

// With these settings every key is used.
const ACCOUNTS = [
  'kafka.sasl.mechanism=plain',
  'kafka.sasl.perService=true',
  'objectStore.user=media',
];

describe('the variable check', () => {
  const wrong = async (change: (env: Container['env']) => Container['env']) => {
    const containers = await containersWith(exampleValues('minimal'));
    const [gateway] = containers.filter(
      (each) => commandLine(each) === 'node services/gateway/dist/main.js',
    );
    const { faults, unread } = findEnvironmentFaults({ ...gateway!, env: change(gateway!.env) });
    return [...faults, ...unread];
  };

  test('detects a missing one', async () => {
    const faults = await wrong((env) => env.filter(({ name }) => name !== 'REVIEW_URL'));

    expect(faults).toEqual([expect.stringContaining('- REVIEW_URL must be set')]);
  });

  test('detects one that no program reads', async () => {
    const faults = await wrong((env) => [...env, { name: 'REVEIW_URL', value: 'http://review' }]);

    expect(faults).toEqual(['REVEIW_URL']);
  });

  test('detects an invalid value', async () => {
    const faults = await wrong((env) =>
      env.map((each) => (each.name === 'PORT' ? { name: 'PORT', value: 'http' } : each)),
    );

    expect(faults).toEqual([expect.stringContaining('- PORT must be an integer')]);
  });

  test('detects a duplicate', async () => {
    const faults = await wrong((env) => [...env, { name: 'PORT', value: '8081' }]);

    expect(faults).toEqual(['a variable is given twice']);
  });
});

const setupLine = (containers: readonly Container[]): string =>
  commandLine(containers.find(({ name }) => name === 'setup')!);
