import { formatTable } from '../frame/report.ts';
import { type CapacityFigures, type Estimate, estimate, evaluatorsFor } from './estimate.pure.ts';

const GB = 1e9;
const MB = 1e6;
const DAYS = 30;
// A typical judge, and the default of JUDGE_CALLS_MAX.
const JUDGE = { judgeSeconds: 2, callsAtOnce: 16 };

/** The measurements, and the resources needed for given numbers of outputs per day, as Markdown. */
export function describeCapacity(
  figures: readonly CapacityFigures[],
  perDay: readonly number[],
): string {
  return figures
    .flatMap((each) => [
      `### ${each.system === 'embedded' ? 'npm start' : 'The stack'}, measured`,
      describeCosts(each),
      `### ${each.system === 'embedded' ? 'npm start' : 'The stack'}, by outputs per day`,
      describeEstimates(perDay.map((number) => estimate(each, number))),
    ])
    .join('\n\n');
}

function describeCosts({ loads, storedBytes, submittedBytes }: CapacityFigures): string {
  const names = [...new Set(loads.flatMap(({ micros }) => Object.keys(micros)))];
  const sum = (micros: Readonly<Record<string, number>>): number =>
    Object.values(micros).reduce((total, each) => total + each, 0);
  const row = (name: string, cell: (load: CapacityFigures['loads'][number]) => string) => [
    name,
    ...loads.map(cell),
  ];
  return formatTable(
    ['Per output', ...loads.map(({ perSecond }) => `at ${count(perSecond)}/s`)],
    [
      ...names.map((name) => row(name, ({ micros }) => `${count(micros[name] ?? 0)} µs`)),
      row('total CPU time', ({ micros }) => `${count(sum(micros))} µs`),
      row('WAL', ({ logBytes }) => `${(logBytes / 1_000).toFixed(1)} KB`),
      row('WAL syncs', ({ syncsPerSecond }) => `${count(syncsPerSecond)}/s`),
      row('stored', () => `${(storedBytes / 1_000).toFixed(1)} KB for ${submittedBytes} bytes`),
    ],
  );
}

function describeEstimates(estimates: readonly Estimate[]): string {
  const row = (name: string, cell: (needs: Estimate) => string) => [name, ...estimates.map(cell)];
  const names = [...new Set(estimates.flatMap(({ coresBy }) => Object.keys(coresBy)))];
  return formatTable(
    ['Needs', ...estimates.map(({ perDay }) => `${count(perDay)} per day`)],
    [
      row('mean rate, peak rate', (of) => `${rate(of.meanPerSecond)}, ${rate(of.peakPerSecond)}`),
      row('cores at the peak', ({ cores }) => cores.toFixed(2)),
      ...names.map((name) => row(`– ${name}`, ({ coresBy }) => (coresBy[name] ?? 0).toFixed(2))),
      row('evaluators and partitions, if every output calls a judge of 2 s', (of) =>
        count(evaluatorsFor(of.peakPerSecond, JUDGE)),
      ),
      row('database growth per day', ({ storedBytesPerDay }) => gigabytes(storedBytesPerDay)),
      row(`database size for ${DAYS} days of outputs`, (of) =>
        gigabytes(of.storedBytesPerDay * DAYS),
      ),
      row('WAL at the peak', (of) => `${(of.logBytesPerSecond / MB).toFixed(1)} MB/s`),
      row('WAL syncs at the peak (IOPS)', (of) => count(of.syncsPerSecond)),
    ],
  );
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
const rate = (value: number): string => `${value < 10 ? value.toFixed(1) : count(value)}/s`;
const gigabytes = (bytes: number): string =>
  `${bytes < GB ? (bytes / GB).toFixed(2) : count(bytes / GB)} GB`;
