import { type Bench, runBench } from '../frame/bench.ts';
import { countOf, perSecond } from '../frame/report.ts';
import { startService } from '../frame/service.ts';
import { measureSide, type Side } from './measure-side.ts';

// What two runs of the same differ by on a machine that does nothing else.
const TIMES_MAX = 1.2;

// Tells the same outputs to destinations of which none is dead, and then to as many of which some are, each by a
// fresh embedded service.
await runBench({
  options: {
    deliveries: { type: 'string', default: '10000' },
    destinations: { type: 'string', default: '50' },
    // How many of them hang, on the other side.
    dead: { type: 'string', default: '5' },
  },
  beside: 'receivers on the same cores',
  run: async (bench, values) => {
    const [destinations, dead] = [Number(values.destinations), Number(values.dead)];
    const outputs = Math.round(Number(values.deliveries) / destinations);
    const alive = await measure(bench, { destinations, dead: 0, outputs });
    const beside = await measure(bench, { destinations, dead, outputs });
    const times = beside === 0 ? Infinity : alive / beside;
    return bench.report([
      {
        measure: `a delivery to a healthy one of ${destinations}, ${dead} being dead`,
        ours: `${times.toFixed(2)} × the time without dead ones`,
        goal: `≤ ${TIMES_MAX} ×`,
        isReached: times <= TIMES_MAX,
      },
    ]);
  },
});

/** @returns deliveries a second, to the healthy ones. */
async function measure(bench: Bench, side: Side): Promise<number> {
  const { destinations, dead, outputs } = side;
  const { url, stop } = await startService(bench, `${dead}-dead`, {
    settings: { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  const seconds = await measureSide(url, side);
  await stop();
  const toHealthy = outputs * (destinations - dead);
  const what = `${destinations} destinations, ${dead} dead`;
  const told = `${countOf(toHealthy)} deliveries to the healthy ones in ${seconds.toFixed(1)} s`;
  bench.print(`${what.padEnd(28)} ${told}, ${perSecond(toHealthy / seconds)}`);
  return toHealthy / seconds;
}
