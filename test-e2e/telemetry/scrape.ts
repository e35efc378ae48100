/** A metric as a scrape tells of it. */
export interface ScrapedMetric {
  readonly kind: string;
  readonly help: string;
  /** Of all its samples, sorted; the bounds of a histogram are left out. */
  readonly labels: readonly string[];
  readonly values: readonly string[];
}

/** Reads `/metrics` of one internal door. */
export async function scrape(url: string): Promise<Map<string, ScrapedMetric>> {
  const answer = await fetch(`${url}/metrics`);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const text = `\n${await answer.text()}`;
  return new Map(text.split('\n# HELP ').slice(1).map(readFamily));
}

const HEAD = /^(\w+) (.*)\n# TYPE \w+ (\w+)/;

function readFamily(text: string): [string, ScrapedMetric] {
  const [, name = '', help = '', kind = ''] = HEAD.exec(text) ?? [];
  const pairs = [...text.matchAll(/\b(\w+)="([^"]*)"/g)].filter(([, label]) => label !== 'le');
  return [
    name,
    {
      ...{ kind, help },
      labels: [...new Set(pairs.map(([, label = '']) => label))].sort(),
      values: pairs.map(([, , value = '']) => value),
    },
  ];
}
