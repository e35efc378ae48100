import { beforeAll, describe, expect, test } from '@jest/globals';

import { TOPIC_ROLES } from '@output-review/contracts';

import { ofKind, parseManifests } from './manifests/manifest.ts';
import { renderChart } from './manifests/render-chart.ts';
import { type ChartTools, ensureChartTools, INSTALL_TIMEOUT_MS } from './tools/chart-tools.ts';
import { triggerParameters } from './tools/keda-parameters.ts';
import { EVERY_PART, exampleValues } from './tools/values-files.ts';

interface Trigger {
  readonly type: 'kafka' | 'postgresql';
  readonly metadata: Readonly<Record<string, string>>;
  readonly authenticationRef?: { readonly name: string };
}

interface Target {
  readonly parameter: string;
  readonly name: string;
  readonly key: string;
}

interface Authentication {
  readonly secretTargetRef?: readonly Target[];
  readonly configMapTargetRef?: readonly Target[];
}

let tools: ChartTools;

beforeAll(async () => {
  tools = await ensureChartTools();
}, INSTALL_TIMEOUT_MS);

async function scalingWith(values: string, ...set: string[]) {
  const manifests = parseManifests(await renderChart(tools, { values: [values], set }));
  const [scaled] = ofKind<{ triggers: Trigger[]; scaleTargetRef: { name: string } }>(
    manifests,
    'ScaledObject',
  );
  const authentications = new Map(
    ofKind<Authentication>(manifests, 'TriggerAuthentication').map((each) => [
      each.metadata.name,
      each.spec,
    ]),
  );
  const deployments = ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.name);
  return { ...scaled!.spec, authentications, deployments };
}

describe('KEDA', () => {
  test('scales the Deployment of the evaluator', async () => {
    const { scaleTargetRef, deployments } = await scalingWith(EVERY_PART);

    expect(scaleTargetRef.name).toMatch(/-evaluator$/);
    expect(deployments).toContain(scaleTargetRef.name);
  });

  test("reads the lag of the evaluator's topics, with the names in the contracts", async () => {
    const { triggers } = await scalingWith(exampleValues('managed'));

    const kafka = triggers.filter(({ type }) => type === 'kafka').map(({ metadata }) => metadata);
    expect(kafka.map(({ topic }) => topic)).toEqual([
      'outputs.submitted',
      'outputs.reevaluation_requested',
    ]);
    for (const { topic, consumerGroup } of kafka) {
      const roles = Object.entries(TOPIC_ROLES).find(([name]) => name === topic)?.[1];
      expect(roles?.groups).toContain('evaluator');
      expect(consumerGroup).toBe(`evaluator.${topic}`);
    }
  });

  test("reads the judge jobs with the evaluator's role or a read-only role", async () => {
    const connectionOf = async (values: string) => {
      const { triggers, authentications } = await scalingWith(values, 'keda.enabled=true');
      const [jobs] = triggers.filter(({ type }) => type === 'postgresql');
      return authentications.get(jobs?.authenticationRef?.name ?? '')?.secretTargetRef;
    };

    expect(await connectionOf(exampleValues('minimal'))).toEqual([
      { parameter: 'connection', name: 'output-review', key: 'EVALUATOR_DATABASE_URL' },
    ]);
    expect(await connectionOf(exampleValues('managed'))).toEqual([
      { parameter: 'connection', name: 'output-review-keda', key: 'DATABASE_URL' },
    ]);
  });

  test.each([
    ['plain', 'plaintext'],
    ['scram-sha-256', 'scram_sha256'],
    ['scram-sha-512', 'scram_sha512'],
  ])('signs in to Kafka with %s, which KEDA calls %s', async (ours, theirs) => {
    const set = `kafka.sasl.mechanism=${ours}`;

    const { triggers, authentications } = await scalingWith(exampleValues('managed'), set);

    const [submitted] = triggers;
    expect(submitted?.metadata).toMatchObject({ sasl: theirs, tls: 'enable' });
    expect(authentications.get(submitted?.authenticationRef?.name ?? '')).toEqual({
      secretTargetRef: [
        { parameter: 'password', name: 'kafka-output-review', key: 'password' },
        { parameter: 'username', name: 'kafka-output-review', key: 'username' },
      ],
      configMapTargetRef: [{ parameter: 'ca', name: 'example-ca', key: 'ca.crt' }],
    });
  });

  test('gets only parameters that it knows', async () => {
    const { triggers, authentications } = await scalingWith(EVERY_PART);

    expect(triggers).toHaveLength(3);
    for (const { type, metadata, authenticationRef } of triggers) {
      const known = await triggerParameters(type);
      expect([...known.metadata]).toEqual(expect.arrayContaining(Object.keys(metadata)));
      const given = authentications.get(authenticationRef?.name ?? '');
      const targets = [...(given?.secretTargetRef ?? []), ...(given?.configMapTargetRef ?? [])];
      expect(targets.length).toBeGreaterThan(0);
      expect([...known.authentication]).toEqual(
        expect.arrayContaining(targets.map(({ parameter }) => parameter)),
      );
    }
  });
});
