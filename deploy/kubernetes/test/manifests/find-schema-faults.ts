import { execFile } from 'node:child_process';
import { join } from 'node:path';

import type { KubernetesVersion } from '../schemas/manifest-schemas.ts';
import type { ChartTools } from '../tools/chart-tools.ts';

interface Answer {
  readonly resources: readonly {
    readonly kind: string;
    readonly name: string;
    readonly status: 'statusValid' | 'statusInvalid' | 'statusError' | 'statusSkipped';
    readonly msg: string;
  }[];
}

export interface SchemaFindings {
  /** The number of checked objects. */
  readonly checked: number;
  /** `Kind name: what is wrong` */
  readonly faults: readonly string[];
}

/** Validates manifests against the strict schemas of a version. A kind without a schema is also a fault. */
export async function findSchemaFaults(
  manifests: string,
  kubernetes: KubernetesVersion,
  { kubeconform, schemasDir }: ChartTools,
): Promise<SchemaFindings> {
  const schemas = join(schemasDir, kubernetes, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const args = ['-strict', '-output', 'json', '-verbose', '-schema-location', schemas, '-'];
  const answer = JSON.parse(await ask(kubeconform, args, manifests)) as Answer;
  const faulty = answer.resources.filter(({ status }) => status !== 'statusValid');
  return {
    checked: answer.resources.length,
    faults: faulty.map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`),
  };
}

/** Ignores the exit code for faults, which the output lists. */
function ask(program: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (stdout.startsWith('{')) resolve(stdout);
        else reject(new Error(`${program} gave no answer: ${stderr}`, { cause: error }));
      },
    );
    child.stdin?.end(input);
  });
}
