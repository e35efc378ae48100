/** An item of a response. */
export interface Execution {
  readonly id: string;
  readonly timestamp: string;
  readonly status: string;
  readonly humanDecision: string | null;
  readonly tags: readonly string[];
  readonly [column: string]: unknown;
}

export const isFailure = ({ status }: Execution) => status === 'flagged' || status === 'error';
export const has = (part: string) => (output: Execution) =>
  ['projectName', 'taskName', 'model', 'sessionId', 'subjectId', 'actorId'].some((column) =>
    ((output[column] as string | null) ?? '').toLowerCase().includes(part),
  );
const FROM = '2026-01-03T05:00:00.000Z';
const TO = '2026-01-07T07:00:00.000Z';

/** Queries, and the condition on a matching row, implemented again without SQL. */
export const FILTERS: readonly [string, (output: Execution) => boolean][] = [
  ['', () => true],
  ['pending=true', (o) => isFailure(o) && o.humanDecision === null],
  ['pending=false', () => true],
  ['status=pending', (o) => o.status === 'pending'],
  ['status=error', (o) => o.status === 'error'],
  ['project=alpha', (o) => o['projectName'] === 'Alpha'],
  ['project=id-Beta', (o) => o['projectName'] === 'Beta'],
  ['project=STRASSE_%25', (o) => o['projectName'] === 'Straße_%'],
  ['project=nothing', () => false],
  ['task=TRIAGE', (o) => o['taskName'] === 'triage'],
  ['project=alpha&task=reply', (o) => o['projectName'] === 'Alpha' && o['taskName'] === 'reply'],
  ['project=alpha&status=flagged', (o) => o['projectName'] === 'Alpha' && o.status === 'flagged'],
  ['model=gpt-x', (o) => o['model'] === 'gpt-x'],
  ['model=gpt', () => false],
  ['sessionId=s-2', (o) => o['sessionId'] === 's-2'],
  ['subjectId=subject%20a', (o) => o['subjectId'] === 'subject a'],
  ['actorId=Bob', (o) => o['actorId'] === 'Bob'],
  ['tags=a', (o) => o.tags.includes('a')],
  ['tags=a,b', (o) => ['a', 'b'].every((tag) => o.tags.includes(tag))],
  [`from=${FROM}`, (o) => o.timestamp >= FROM],
  [`to=${TO}`, (o) => o.timestamp <= TO],
  [`from=${FROM}&to=${TO}`, (o) => o.timestamp >= FROM && o.timestamp <= TO],
  [
    `from=${FROM}&to=2026-01-03T09:00:00Z`,
    (o) => o.timestamp >= FROM && o.timestamp <= '2026-01-03T09:00:00.000Z',
  ],
  ['from=2026-01-04&to=2026-01-04', (o) => o.timestamp.startsWith('2026-01-04')],
  // A millisecond that is no whole day, and begins one.
  [
    'from=2026-01-04T00:00:00Z&to=2026-01-04T00:00:00Z',
    (o) => o.timestamp === '2026-01-04T00:00:00.000Z',
  ],
  [
    `project=beta&from=${FROM}&to=${TO}&pending=true`,
    (o) =>
      o['projectName'] === 'Beta' &&
      o.timestamp >= FROM &&
      o.timestamp <= TO &&
      isFailure(o) &&
      o.humanDecision === null,
  ],
  ['q=ALPH', has('alph')],
  ['q=s-2', has('s-2')],
  ['q=e_%25', has('e_%')],
  ['q=b', has('b')],
  ['q=nowhere', () => false],
  ['humanDecision=approved', (o) => o.humanDecision === 'approved'],
  ['humanDecision=none', (o) => o.humanDecision === null],
  ['sampled=true', (o) => o['sampled'] === true],
  ['sampled=false', (o) => o['sampled'] === false],
  [
    'sampled=true&humanDecision=none&project=alpha',
    (o) => o['sampled'] === true && o.humanDecision === null,
  ],
  ['decidedBy=api', (o) => o['decidedBy'] === 'api'],
  ['label=good', (o) => o.humanDecision === 'approved'],
  ['label=bad', (o) => ['rejected', 'changed'].includes(o.humanDecision ?? '')],
  ['label=none', (o) => [null, 'handled'].includes(o.humanDecision)],
  ['labelSource=reviewed,bulk', (o) => ![null, 'handled'].includes(o.humanDecision)],
  ['labelSource=imported', () => false],
  ['label=none&labelSource=reviewed', () => false],
  [
    'label=good&project=alpha',
    (o) => o.humanDecision === 'approved' && o['projectName'] === 'Alpha',
  ],
  ['instructionsVersion=2', (o) => o['instructionsVersion'] === 2],
  ['revisionOf=out-0001', (o) => o.id === 'out-0009'],
];
