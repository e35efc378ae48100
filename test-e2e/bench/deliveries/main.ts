import { type Bench, runBench } from '../frame/bench.ts';
import { countOf, perSecond } from '../frame/report.ts';
import { startService } from '../frame/service.ts';
import { measureSide, type Side } from './measure-side.ts';

// The variation between two identical runs on an otherwise idle machine.
const TIMES_MAX = 1.2;

// Delivers the same outputs to destinations that all respond, then to the same number with some hanging. Each side runs
// on a new embedded service.
await runBench({
  options: {
    deliveries: { type: 'string', default: '10000' },
    destinations: { type: 'string', default: '50' },
    // Hanging destinations of the second side.
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
        measure: `time per delivery to healthy destinations, ${dead} of ${destinations} hanging`,
        ours: `${times.toFixed(2)} × the time without hanging ones`,
        goal: `≤ ${TIMES_MAX} ×`,
        isReached: times <= TIMES_MAX,
      },
    ]);
  },
});

/** @returns deliveries per second to the healthy destinations. */
async function measure(bench: Bench, side: Side): Promise<number> {
  const { destinations, dead, outputs } = side;
  const { url, stop } = await startService(bench, `${dead}-dead`, {
    settings: { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  const seconds = await measureSide(url, side);
  await stop();
  const toHealthy = outputs * (destinations - dead);
  const what = `${destinations} destinations, ${dead} hanging`;
  const delivered = `${countOf(toHealthy)} deliveries to the healthy ones in ${seconds.toFixed(1)} s`;
  bench.print(`${what.padEnd(28)} ${delivered}, ${perSecond(toHealthy / seconds)}`);
  return toHealthy / seconds;
}
