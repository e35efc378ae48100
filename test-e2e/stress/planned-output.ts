import { sampleSubmissions } from '../harness/texts.ts';
import { callUntilAnswered } from './call-until-answered.ts';
import { ClientLog } from './what-clients-saw.ts';

/** An output to submit, with its expected status. */
export interface PlannedOutput {
  readonly id: string;
  /** The body of POST /api/logs. */
  readonly body: string;
  readonly status: 'pass' | 'flagged';
}

const STRESS_RULE = {
  name: 'Stress: to be held',
  type: 'keyword_forbidden',
  value: 'hold-this-one',
} as const;

/** Creates the rule that flags one output in ten. */
export async function makeRule(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const made = await callUntilAnswered({
    url: `${url}/api/rules`,
    init: {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(STRESS_RULE),
    },
    wanted: [201],
    log: new ClientLog(),
    signal: AbortSignal.timeout(30_000),
  });
  if (made === null) throw new Error('The rule of the run was not created within 30 s');
}

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
