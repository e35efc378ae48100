/** One line of a scrape: the labels of a series and its value. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of one scrape by metric name. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([\w:]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(?:^|,)(\w+)="((?:[^"\\]|\\.)*)"/g;
const ESCAPES = new Map([['\\n', '\n']]);

/** Parses the Prometheus text format 0.0.4 without timestamps, as the services write it. Other lines are ignored. */
export function readSamples(text: string): Samples {
  const samples = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const known = samples.get(name) ?? [];
    samples.set(name, known);
    known.push({ labels: readLabels(labels), value: Number(value) });
  }
  return samples;
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(LABEL), ([, name = '', value = '']) => [name, unescaped(value)]),
  );
}

const unescaped = (value: string): string =>
  value.replaceAll(/\\./g, (escaped) => ESCAPES.get(escaped) ?? escaped.slice(1));
