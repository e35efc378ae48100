import { readFile } from 'node:fs/promises';

import { SERVICES } from '@output-review/contracts';

/** A row of the table in docs/observability.md. */
export interface DocumentedMetric {
  readonly name: string;
  readonly kind: string;
  readonly labels: readonly string[];
  readonly exportedBy: readonly string[];
  readonly help: string;
}

const ROW = /^\| `(output_review_\w+)` *\| (\w+) *\| ([^|\n]+)\| ([^|\n]+)\| ([^|\n]+)\|$/gm;

export async function readDocumentedMetrics(): Promise<DocumentedMetric[]> {
  const text = await readRepositoryFile('docs/observability.md');
  return [...text.matchAll(ROW)].map(
    ([, name = '', kind = '', labels = '', by = '', help = '']) => ({
      ...{ name, kind, help: help.trim() },
      labels: labels.trim() === '–' ? [] : labels.trim().split(', ').sort(),
      exportedBy: by.startsWith('all') ? SERVICES : by.trim().split(', '),
    }),
  );
}

const NAME = /\b(?:output_review|nodejs|process)_\w+/g;
// The series of a histogram.
const PART = /_(?:bucket|sum|count)$/;

/** The metrics used in a file of alert rules or a dashboard. */
export async function readAskedMetrics(path: string): Promise<string[]> {
  const text = await readRepositoryFile(path);
  const names = [...text.matchAll(NAME)].map(([name]) => name.replace(PART, ''));
  return [...new Set(names)].sort();
}

function readRepositoryFile(path: string): Promise<string> {
  return readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

/** A metric in the response to a scrape. */
export interface ScrapedMetric {
  readonly kind: string;
  readonly help: string;
  /** The labels of all samples, sorted, without the bounds of a histogram. */
  readonly labels: readonly string[];
  readonly values: readonly string[];
}

/** Scrapes `/metrics` of one internal listener. */
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
