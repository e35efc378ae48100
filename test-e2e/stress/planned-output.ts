import { sampleSubmissions } from '../harness/texts.ts';

/** An output to submit, with its expected status. */
export interface PlannedOutput {
  readonly id: string;
  /** The body of POST /api/logs. */
  readonly body: string;
  readonly status: 'pass' | 'flagged';
}

/** The rule that the stress run creates first. */
export const STRESS_RULE = {
  name: 'Stress: to be held',
  type: 'keyword_forbidden',
  value: 'hold-this-one',
} as const;

// Often enough to detect a lost verdict, rarely enough for a person to decide.
const FLAGGED_EVERY = 10;

/** Creates outputs from sample texts, cyclically. A rule flags one in ten. */
export function planOutputs(
  count: number,
  { run, textsFile }: { readonly run: string; readonly textsFile: string | null },
): readonly PlannedOutput[] {
  const samples = sampleSubmissions(textsFile);
  return Array.from({ length: count }, (_, index) => {
    const sample = samples[index % samples.length];
    if (!sample) throw new Error('There are no texts to submit');
    const isFlagged = index % FLAGGED_EVERY === 0;
    const output = isFlagged ? `${sample.output} ${STRESS_RULE.value}` : sample.output;
    const id = `${run}-${index}`;
    return {
      id,
      body: JSON.stringify({ ...sample, id, output, project: projectOf(run) }),
      status: isFlagged ? 'flagged' : 'pass',
    };
  });
}

/** The project of a run. Other data in the workspace is ignored. */
export const projectOf = (run: string): string => `Stress ${run}`;
