import type { Client } from '../../../harness/client.ts';
import type { SampleSubmission } from '../../../harness/texts.ts';
import { waitUntil } from '../../frame/bench.ts';
import { automationAt, search } from '../../frame/client.ts';
import { countOf, type Measurement, perSecond } from '../../frame/report.ts';
import type { BenchTarget } from '../../frame/service.ts';
import { runClosedLoop } from '../http/loops.ts';
import { requests, requireAccepted } from '../http/submissions.ts';
import { CONNECTIONS } from './accepting.ts';

export const OUTPUTS_PER_SECOND_MIN = 4_000;

export interface PipelineOptions {
  readonly service: BenchTarget;
  readonly samples: readonly SampleSubmission[];
  readonly durationMs: number;
  /** Outputs that the service accepted before. */
  readonly acceptedBefore: number;
}

/** Ten rules of the kinds that users create first. */
export const TEN_RULES = [
  { name: 'No guarantees', type: 'keyword_forbidden', value: 'guarantee' },
  { name: 'No legal advice', type: 'keyword_forbidden', value: 'legal advice' },
  { name: 'No self-reference', type: 'keyword_forbidden', value: 'as an AI language model' },
  { name: 'No competitor', type: 'keyword_forbidden', value: 'Contoso' },
  { name: 'No card numbers', type: 'regex_forbidden', value: '\\b(?:\\d[ -]?){13,16}\\b' },
  { name: 'No mail addresses', type: 'regex_forbidden', value: '[\\w.+-]+@[\\w-]+\\.[\\w.]+' },
  { name: 'No phone numbers', type: 'regex_forbidden', value: '\\+\\d{2}[ \\d]{8,}' },
  { name: 'A sentence at least', type: 'regex_required', value: '[.!?]' },
  { name: 'Not empty', type: 'min_length', value: '10' },
  { name: 'Not a book', type: 'max_length', value: '20000' },
] as const;

/** Submits for the given time, then waits until everything is evaluated and searchable. The rate covers all of it. */
export async function measurePipeline(options: PipelineOptions): Promise<Measurement[]> {
  const automation = automationAt(options.service.url);
  await waitUntil(() => isDrained(automation, options.acceptedBefore));
  const startedAt = performance.now();
  const load = await runClosedLoop({
    port: options.service.port,
    connections: CONNECTIONS,
    durationMs: options.durationMs,
    next: requests(options.service.port, options.samples),
  });
  requireAccepted(load.answers);
  const sent = load.latenciesMs.length;
  await waitUntil(() => isDrained(automation, options.acceptedBefore + sent));
  const rate = sent / ((performance.now() - startedAt) / 1000);
  return [
    {
      measure: `whole pipeline with 10 rules: ${countOf(sent)} outputs, all counted`,
      ours: perSecond(rate),
      goal: `≥ ${perSecond(OUTPUTS_PER_SECOND_MIN)}`,
      isReached: rate >= OUTPUTS_PER_SECOND_MIN,
    },
  ];
}

/** Whether exactly the expected number of outputs is found and none is pending. */
export async function isDrained(automation: Client, expected: number): Promise<boolean> {
  const { summary } = await search(automation, 'limit=1');
  if (summary.totalRuns > expected) {
    throw new Error(`Search finds ${summary.totalRuns} outputs, but ${expected} were sent`);
  }
  if (summary.totalRuns < expected) return false;
  return (await search(automation, 'status=pending&limit=1')).total === 0;
}
