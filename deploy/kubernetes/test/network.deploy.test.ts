import { beforeAll, describe, expect, test } from '@jest/globals';

import { type Labels, ofKind, parseManifests } from './manifests/manifest.ts';
import { renderChart } from './manifests/render-chart.ts';
import { type ChartTools, ensureChartTools, INSTALL_TIMEOUT_MS } from './tools/chart-tools.ts';
import { exampleValues, VALUES_FILES } from './tools/values-files.ts';

interface Peer {
  readonly podSelector?: { readonly matchLabels: Labels };
  readonly namespaceSelector?: unknown;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

interface Rule {
  readonly ports?: readonly { readonly port: number }[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}

interface Policy {
  readonly podSelector: { readonly matchLabels: Labels; readonly matchExpressions?: unknown };
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

// Numbers, because some network plugins do not support port names.
const INTERNAL = 9090;

let tools: ChartTools;

beforeAll(async () => {
  tools = await ensureChartTools();
}, INSTALL_TIMEOUT_MS);

async function policiesWith(values: string): Promise<Policy[]> {
  const manifests = parseManifests(await renderChart(tools, { values: [values] }));
  return ofKind<Policy>(manifests, 'NetworkPolicy').map(({ spec }) => spec);
}

const componentOf = (labels: Labels | undefined) => labels?.['app.kubernetes.io/component'];

/** The policy of one service. */
async function policyOf(service: string, values: string): Promise<Policy> {
  const policies = await policiesWith(values);
  const own = policies.filter(
    ({ podSelector }) => componentOf(podSelector.matchLabels) === service,
  );
  expect(own).toHaveLength(1);
  return own[0]!;
}

const portsOf = ({ ports = [] }: Rule) => ports.map(({ port }) => port);
const isInside = (peer: Peer) => peer.podSelector !== undefined && !peer.namespaceSelector;

describe.each(VALUES_FILES)('network policies with the values of %s', (_name, values) => {
  test('deny everything that no other policy allows', async () => {
    const policies = await policiesWith(values);

    const denying = policies.filter(
      ({ podSelector, ingress, egress }) =>
        componentOf(podSelector.matchLabels) === undefined &&
        podSelector.matchExpressions === undefined &&
        ingress === undefined &&
        egress === undefined,
    );
    expect(denying).toHaveLength(1);
    for (const { policyTypes } of policies) expect(policyTypes).toEqual(['Ingress', 'Egress']);
  });

  test("allow from outside only the gateway's public port, and metrics scrapers", async () => {
    const policies = await policiesWith(values);

    const open = policies.flatMap(({ podSelector, ingress = [] }) =>
      ingress
        .filter(({ from }) => !from?.every(isInside))
        .map((rule) => [componentOf(podSelector.matchLabels), ...portsOf(rule)].join(':')),
    );
    expect(open.filter((each) => !each.endsWith(`:${INTERNAL}`))).toEqual(['gateway:8080']);
    for (const rule of policies.flatMap(({ ingress = [] }) => ingress)) {
      if (portsOf(rule).includes(INTERNAL)) expect(rule.from?.length).toBeGreaterThan(0);
    }
  });

  test("allow ingress exactly where the other side's egress is allowed", async () => {
    const policies = await policiesWith(values);
    const pairs = (direction: 'ingress' | 'egress') =>
      policies
        .flatMap((policy) => {
          const own = componentOf(policy.podSelector.matchLabels);
          const rules = policy[direction] ?? [];
          const peers = rules
            .filter((rule) => portsOf(rule).includes(INTERNAL))
            .flatMap(({ from = [], to = [] }) => [...from, ...to].filter(isInside))
            .map(({ podSelector }) => componentOf(podSelector?.matchLabels));
          return peers.map((peer) =>
            direction === 'egress' ? `${own} -> ${peer}` : `${peer} -> ${own}`,
          );
        })
        .sort();

    expect(pairs('egress').length).toBeGreaterThan(5);
    expect(pairs('ingress')).toEqual(pairs('egress'));
  });
});

describe('the internet', () => {
  const MINIMAL = exampleValues('minimal');
  const everywhere = ({ to = [] }: Rule) => to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0');

  test.each(['evaluator', 'media', 'review'])(
    'is open to %s, without private ranges',
    async (service) => {
      const { egress = [] } = await policyOf(service, MINIMAL);

      const [rule] = egress.filter(everywhere);
      expect(rule?.to?.[0]?.ipBlock?.except).toEqual(
        expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']),
      );
      expect(rule?.to?.[1]?.ipBlock).toEqual({ cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] });
    },
  );

  test.each(['gateway', 'instructions'])('is closed to %s', async (service) => {
    const { egress = [] } = await policyOf(service, MINIMAL);

    expect(egress.filter(everywhere)).toEqual([]);
  });

  test('includes the private ranges and the ports that the operator allows', async () => {
    const { egress = [] } = await policyOf('evaluator', exampleValues('managed'));

    expect(egress.filter(everywhere).map(portsOf)).toEqual([[443]]);
    expect(egress).toContainEqual({ to: [{ ipBlock: { cidr: '10.20.0.0/16' } }] });
  });
});

describe('servers', () => {
  test('are reachable on their ports, in the given ranges', async () => {
    const { egress = [] } = await policyOf('gateway', exampleValues('managed'));

    const range = (cidr: string, port: number) => ({
      ports: [{ port, protocol: 'TCP' }],
      to: [{ ipBlock: { cidr } }],
    });
    expect(egress).toContainEqual(range('10.30.1.0/24', 5432));
    expect(egress).toContainEqual(range('10.30.2.0/24', 9094));
    expect(egress).toContainEqual(range('10.30.3.0/24', 6380));
  });

  test.each(['gateway', 'review'])(
    'for email are reachable by %s on both ports',
    async (service) => {
      const { egress = [] } = await policyOf(service, exampleValues('managed'));

      // For smtps://, and for smtp:// with STARTTLS.
      expect(egress.map(portsOf)).toContainEqual([465, 587]);
    },
  );

  test('of one service are not open to another', async () => {
    const { egress = [] } = await policyOf('instructions', exampleValues('managed'));

    expect(egress.flatMap(portsOf)).not.toContain(6380);
    expect(egress.flatMap(portsOf)).not.toContain(443);
  });
});
