import { runBench } from '../frame/bench.ts';
import { createRules } from '../frame/client.ts';
import { fillDatabase } from '../frame/database.ts';
import { countOf, formatTable, type Measurement, megabytes, perSecond } from '../frame/report.ts';
import { seedReview } from '../frame/seed-review.ts';
import { startService } from '../frame/service.ts';
import { copyOut } from './copy-out.ts';
import { fillDecisions } from './fill.ts';
import {
  type Exported,
  INSPECT_PORT,
  measureExport,
  SUBJECTS,
  type Written,
} from './measure-export.ts';

// Source: the goals of exports.
const ROWS_PER_SECOND_MIN = 20_000;
const MEGABYTES_MAX = 80;

const HEADERS = ['Export', 'Rows', 'Rows per second', 'MB per second', 'In use', 'Resident'];
const RULES = ['guarantee', 'refund twice', 'legal advice'];

// Exports a filled store in every shape and format, and compares with PostgreSQL copying out the same rows.
await runBench({
  options: { outputs: { type: 'string', default: '100000' } },
  beside: 'reader on the same cores',
  run: async (bench, values) => {
    const count = Number(values.outputs);
    const empty = await startService(bench, 'export');
    await createRules(
      empty.url,
      RULES.map((value) => ({ name: `No ${value}`, type: 'keyword_forbidden', value })),
    );
    await empty.stop();
    const rows: string[][] = [];
    await fillDatabase(empty, async (client, workspaceId) => {
      await seedReview(client, { workspaceId, count, until: new Date() });
      await fillDecisions(client, workspaceId);
      // Warms the cache, as the later measurements find it warm.
      await copyOut(client, workspaceId);
      rows.push([
        ...rowOf('COPY (SELECT …) TO STDOUT', await copyOut(client, workspaceId)),
        '',
        '',
      ]);
    });
    const settings = { NODE_OPTIONS: `--inspect-port=${INSPECT_PORT}` };
    const service = await startService(bench, 'export', { settings });
    const measurements: Measurement[] = [];
    for (const subject of SUBJECTS) {
      const exported = await measureExport(service, subject);
      const { inUse, resident } = exported;
      const name = `${subject.shape}, ${subject.format}`;
      rows.push([...rowOf(name, exported), megabytes(inUse), megabytes(resident)]);
      if (subject.shape === 'full') measurements.push(...goalsOf(name, exported));
    }
    bench.print(`\n${formatTable(HEADERS, rows)}`);
    return bench.report(measurements);
  },
});

function rowOf(what: string, { rows, bytes, seconds }: Written): string[] {
  const rate = (bytes / 1024 / 1024 / seconds).toFixed(1);
  return [what, countOf(rows), perSecond(rows / seconds), rate];
}

function goalsOf(name: string, { rows, seconds, inUse }: Exported): Measurement[] {
  const rate = rows / seconds;
  return [
    {
      measure: `${name}, rows`,
      ours: perSecond(rate),
      goal: `≥ ${perSecond(ROWS_PER_SECOND_MIN)}`,
      isReached: rate >= ROWS_PER_SECOND_MIN,
    },
    {
      measure: `${name}, memory in use above idle`,
      ours: megabytes(inUse),
      goal: `< ${MEGABYTES_MAX} MB`,
      isReached: inUse < MEGABYTES_MAX * 1024 * 1024,
    },
  ];
}
