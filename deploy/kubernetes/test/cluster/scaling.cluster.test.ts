import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Stack, startStack } from '@output-review/native';
import { eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { parseManifests, splitManifests, workloadsIn } from '../manifests/manifest.ts';
import { renderChart } from '../manifests/render-chart.ts';
import { ensureChartTools } from '../tools/chart-tools.ts';
import { exampleValues } from '../tools/values-files.ts';
import { BUILD_TIMEOUT_MS, ensureControlPlane, ensureKeda } from './cluster-programs.ts';
import { createNamespace } from './namespaces.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import { startKeda } from './start-keda.ts';

let dataDir: string;
let stack: Stack;
let cluster: Cluster;
let namespace: string;

// Kubernetes queries the lag every 15 s.
const UP_TIMEOUT_MS = 180_000;
// It removes one replica a minute.
const DOWN_TIMEOUT_MS = 600_000;

const OPERATION_DOC = join(import.meta.dirname, '../../../../docs/kubernetes.md');
const LAG_PER_REPLICA = 100;
const OUTPUTS = 350;

beforeAll(async () => {
  await ensureControlPlane();
  await ensureKeda();
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-scaling-'));
  stack = await startStack({ dataDir, env: { RATE_LIMIT_PER_MINUTE: '0' } });
  cluster = await startCluster();
  await startKeda(cluster);
  namespace = await createNamespace(cluster.api, { podSecurity: 'restricted' });
}, BUILD_TIMEOUT_MS);

afterAll(async () => {
  await cluster.stop();
  await stack.kill();
  await rm(dataDir, { recursive: true });
}, 120_000);

test('outputs that wait in Kafka scale the evaluator up, and down again once they are read', async () => {
  const [evaluator] = stack.services.evaluator;
  await evaluator!.stop();
  await installChart();
  await eventually(
    async () => expect(await scalingConditions()).toContain('ScalingActive True'),
    UP_TIMEOUT_MS,
  );
  expect(await replicas()).toBe(1);

  const began = performance.now();
  await submitOutputs();
  await eventually(async () => expect(await replicas()).toBe(4), UP_TIMEOUT_MS);
  const upMs = performance.now() - began;

  const restarted = performance.now();
  await evaluator!.start();
  await eventually(async () => expect(await replicas()).toBe(1), DOWN_TIMEOUT_MS);
  const downMs = performance.now() - restarted;

  console.log(
    `${OUTPUTS} outputs waited: 1 to 4 replicas in ${seconds(upMs)} s, back to 1 in ${seconds(downMs)} s`,
  );
}, 900_000);

const seconds = (ms: number): string => (ms / 1000).toFixed(0);

/** Applies the chart with KEDA pointing at the servers of the stack. */
async function installChart(): Promise<void> {
  const manifests = await renderChart(await ensureChartTools(), {
    values: [exampleValues('minimal')],
    set: [
      `kafka.brokers={${stack.kafka.brokers}}`,
      ...['keda.enabled=true', 'keda.existingSecret=keda', 'keda.scaleDownAfterSeconds=0'],
      `keda.lagPerReplica=${LAG_PER_REPLICA}`,
    ],
  });
  await applySecret('keda', { DATABASE_URL: await makeKedaRole() });
  // KEDA resolves all variables of its scale target, whether it needs them or not.
  const keys = workloadsIn(parseManifests(manifests)).flatMap(({ pod }) =>
    pod.containers.flatMap(({ env }) => env.flatMap((it) => it.valueFrom?.secretKeyRef.key ?? [])),
  );
  await applySecret('output-review', Object.fromEntries(keys.map((key) => [key, 'unused'])));
  for (const manifest of splitManifests(manifests)) await cluster.api.apply(manifest, namespace);
}

async function applySecret(name: string, stringData: object): Promise<void> {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData };
  await cluster.api.apply(JSON.stringify(secret), namespace);
}

/** Creates KEDA's role with the documented statements, and returns its connection URL. */
async function makeKedaRole(): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const url = new URL(stack.postgres.superuserUrl);
  url.pathname = '/output_review';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const [, statements = ''] = /```sql\n(.*?)```/s.exec(await readFile(OPERATION_DOC, 'utf8')) ?? [];
  await client.query(statements.replace('…', password));
  await client.end();
  url.username = 'keda';
  url.password = password;
  return url.href;
}

async function replicas(): Promise<unknown> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/output-review-evaluator`;
  return (await cluster.api.get(path)).spec?.['replicas'];
}

/** The conditions that Kubernetes reports for the scaling, such as `ScalingActive True`. */
async function scalingConditions(): Promise<string[]> {
  const path = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;
  const scaler = await cluster.api.get(`${path}/keda-hpa-output-review-evaluator`);
  const conditions = scaler.status?.['conditions'] as readonly { type: string; status: string }[];
  return conditions.map(({ type, status }) => `${type} ${status}`);
}

async function submitOutputs(): Promise<void> {
  for (let number = 0; number < OUTPUTS; number += 1) {
    const answer = await fetch(`${stack.url}/api/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ project: 'waiting', output: `Output ${number} waits.` }),
    });
    expect([answer.status, await answer.text()]).toEqual([202, expect.any(String)]);
  }
}
