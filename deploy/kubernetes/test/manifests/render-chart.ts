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

/**
 * The manifests that Helm makes, hooks included, as one text.
 *
 * @throws Error with what Helm says, where it refuses
 */
export async function renderChart(
  { helm }: ChartTools,
  { values, set = [], kubernetes = '1.37.0' }: Rendering,
): Promise<string> {
  return await runProgram(helm, [
    ...['template', 'output-review', CHART_DIR, '--namespace', 'reviews'],
    ...['--kube-version', kubernetes],
    ...values.flatMap((file) => ['--values', file]),
    ...set.flatMap((each) => ['--set', each]),
  ]);
}
