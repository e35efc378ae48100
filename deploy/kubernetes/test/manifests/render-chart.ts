import { runProgram } from '@output-review/native/install';

import { CHART_DIR, type ChartTools } from '../tools/chart-tools.ts';
import type { KubernetesVersion } from '../schemas/manifest-schemas.ts';

export interface Rendering {
  /** Values files. Later ones take precedence. */
  readonly values: readonly string[];
  /** Values for `--set`. */
  readonly set?: readonly string[];
  readonly kubernetes?: KubernetesVersion;
}

const rendered = new Map<string, Promise<string>>();

/**
 * Renders the manifests, including hooks, as one text. Cached per values.
 *
 * @throws Error with Helm's message, if it fails
 */
export function renderChart(tools: ChartTools, rendering: Rendering): Promise<string> {
  const key = JSON.stringify(rendering);
  const manifests = rendered.get(key) ?? render(tools, rendering);
  rendered.set(key, manifests);
  return manifests;
}

function render(
  { helm }: ChartTools,
  { values, set = [], kubernetes = '1.37.0' }: Rendering,
): Promise<string> {
  return runProgram(helm, [
    ...['template', 'output-review', CHART_DIR, '--namespace', 'reviews'],
    ...['--kube-version', kubernetes],
    ...values.flatMap((file) => ['--values', file]),
    ...set.flatMap((each) => ['--set', each]),
  ]);
}
