import { fileURLToPath } from 'node:url';

import type { Container } from '../manifests/manifest.ts';
import { configOf } from './program-config.ts';
import { secretValue } from './secret-values.ts';

// The file mounted at the variable's path.
const CA_FILE = fileURLToPath(new URL('ca.crt', import.meta.url));

// Read by Node and by OpenTelemetry's exporter, not by our code.
const OF_OTHERS = new Set(['NODE_EXTRA_CA_CERTS', 'OTEL_EXPORTER_OTLP_HEADERS']);

export interface EnvironmentFindings {
  /** The faults that the program reports. */
  readonly faults: readonly string[];
  /** Variables that the program gets but does not read. */
  readonly unread: readonly string[];
  /** All variables that the program reads. */
  readonly read: ReadonlySet<string>;
  /** All variables that it gets. */
  readonly given: ReadonlySet<string>;
}

type Variable = Container['env'][number];

const valueOf = ({ name, value, valueFrom }: Variable): string | undefined =>
  valueFrom === undefined ? value : secretValue(valueFrom.secretKeyRef.key, name);

/** Reads a container's variables with its program's configuration. */
export function findEnvironmentFaults({
  command,
  args = [],
  env,
}: Pick<Container, 'command' | 'args' | 'env'>): EnvironmentFindings {
  const variables = Object.fromEntries(
    env.map((each) => [each.name, each.name === 'TLS_CA_FILE' ? CA_FILE : valueOf(each)]),
  );
  const recorded = recordReads(variables);
  const faults: string[] = [];
  try {
    configOf([...command, ...args])(recorded.env);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  const given = new Set(Object.keys(variables));
  if (given.size < env.length) faults.push('a variable is given twice');
  const unread = [...given].filter((name) => !recorded.read.has(name) && !OF_OTHERS.has(name));
  return { faults, unread, read: recorded.read, given };
}

/** Wraps variables and records which ones are read. */
function recordReads(variables: Readonly<Record<string, string | undefined>>) {
  const read = new Set<string>();
  const env = new Proxy(variables, {
    get: (target, name) => {
      if (typeof name !== 'string') return undefined;
      read.add(name);
      return target[name];
    },
  });
  return { env, read };
}
