import { sampleSubmissions } from '../../harness/texts.ts';
import { runBench } from '../frame/bench.ts';
import { adminAt } from '../frame/client.ts';
import { startFilled } from '../frame/database.ts';
import { countOf, formatTable, type Measurement, percentile, perSecond } from '../frame/report.ts';
import { seedReview } from '../frame/seed-review.ts';
import { measurePace, type Round } from './measure-pace.ts';
import { measureRule, type Ran, RULES } from './measure-rules.ts';

// Source: the goals of backtests.
const OUTPUTS_PER_CORE_SECOND_MIN = 5_000;
const PACE_PERCENT_MIN = 90;
// The equivalent goal on a busy machine: at this cost, 90 % of the pace is accepted.
const COST_PERCENT_MAX = 111;

const RULE_HEADERS = [
  'Rule',
  'Outputs',
  'Would fail',
  'Newly failed',
  'Outputs per second',
  'CPU time, Node',
  'CPU time, all',
];
const ROUND_HEADERS = [
  'Round',
  'Accepted alone',
  'During a backtest',
  'Checked meanwhile',
  'CPU time per output, alone',
  'During a backtest',
];

// Applies exact rules to a filled store with no other load. Then submits at the maximum rate, alternately with and
// without a backtest.
await runBench({
  options: {
    stored: { type: 'string', default: '100000' },
    outputs: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '8' },
    only: { type: 'string', multiple: true, default: ['rules', 'pace'] },
  },
  beside: 'load generator on the same cores',
  run: async (bench, values) => {
    const max = Number(values.stored);
    const service = await startFilled(bench, 'backtest', (client, workspaceId) =>
      seedReview(client, { workspaceId, count: max, until: new Date() }),
    );
    const manager = await adminAt(service.url);
    const measurements: Measurement[] = [];
    if (values.only.includes('rules')) {
      const ran: Ran[] = [];
      for (const rule of RULES) ran.push(await measureRule({ service, manager, rule, max }));
      bench.print(`\n${formatTable(RULE_HEADERS, ran.map(rowOf))}`);
      measurements.push(...ran.map(rateOf));
    }
    if (values.only.includes('pace')) {
      const rounds = await measurePace({
        ...{ service, manager, max, rounds: Number(values.rounds) },
        durationMs: Number(values.seconds) * 1_000,
        samples: sampleSubmissions(values.outputs ?? null),
      });
      bench.print(`\n${formatTable(ROUND_HEADERS, rounds.map(roundOf))}`);
      measurements.push(...pacesOf(rounds));
    }
    return bench.report(measurements);
  },
});

function rowOf({ rule, backtest, seconds, nodeSeconds, coreSeconds }: Ran): string[] {
  const { checked, wouldFail, newlyFailed } = backtest;
  return [
    rule.name,
    ...[checked, wouldFail, newlyFailed].map(countOf),
    perSecond(checked / seconds),
    ...[nodeSeconds, coreSeconds].map((each) => each.toFixed(1)).map((each) => `${each} s`),
  ];
}

/** Per second of a core, over all processes of the service: Node and PostgreSQL. */
function rateOf({ rule, backtest, coreSeconds }: Ran): Measurement {
  const rate = backtest.checked / coreSeconds;
  return {
    measure: `${rule.name}, outputs per CPU second`,
    ours: countOf(Math.round(rate)),
    goal: `≥ ${countOf(OUTPUTS_PER_CORE_SECOND_MIN)}`,
    isReached: rate >= OUTPUTS_PER_CORE_SECOND_MIN,
  };
}

function roundOf({ alone, beside }: Round, index: number): string[] {
  return [
    String(index + 1),
    ...[alone.accepted, beside.accepted, beside.checked].map(perSecond),
    ...[alone, beside].map(({ coreSeconds }) => microseconds(coreSeconds)),
  ];
}

function microseconds(seconds: number): string {
  return `${countOf(Math.round(seconds * 1e6))} µs`;
}

/** Compares each load during a backtest with the adjacent one without, because other work affects both. */
function pacesOf(rounds: readonly Round[]): Measurement[] {
  const median = (of: (round: Round) => number): number => percentile(rounds.map(of), 50);
  const percent = 100 * median(({ alone, beside }) => beside.accepted / alone.accepted);
  const cost = 100 * median(({ alone, beside }) => beside.coreSeconds / alone.coreSeconds);
  return [
    {
      measure: 'accepted during a backtest, share of the rate alone',
      ours: `${percent.toFixed(0)} %`,
      goal: `≥ ${PACE_PERCENT_MIN} %`,
      isReached: percent >= PACE_PERCENT_MIN,
    },
    {
      measure: 'CPU time per accepted output during a backtest, share of that alone',
      ours: `${cost.toFixed(0)} %`,
      goal: `≤ ${COST_PERCENT_MAX} %`,
      isReached: cost <= COST_PERCENT_MAX,
    },
  ];
}
