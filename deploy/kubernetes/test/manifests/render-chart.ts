import { runProgram } from '@output-review/native/install';

import { CHART_DIR, type ChartTools } from '../tools/chart-tools.ts';
import type { KubernetesVersion } from '../schemas/manifest-schemas.ts';

export interface Rendering {
  /** Files of values; later ones go before earlier ones. */
  readonly values: readonly string[];
  /** As `--set` takes them. */
  readonly set?: readonly string[];
  readonly kubernetes?: KubernetesVersion;
}

const rendered = new Map<string, Promise<string>>();

/**
 * The manifests that Helm makes, hooks included, as one text; made once for the same values.
 *
 * @throws Error with what Helm says, where it refuses
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
