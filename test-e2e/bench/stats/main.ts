import { runBench, secondsOf } from '../frame/bench.ts';
import { startFilled } from '../frame/database.ts';
import { countOf } from '../frame/report.ts';
import { fillLog } from './fill-log.ts';
import { measureStatistics } from './measure-statistics.ts';
import { awaitCounted, openStatistics } from './statistics.ts';

// Inserts a year of events into the log of a stopped service, lets the service count them as usual, and queries
// statistics through its listener.
await runBench({
  options: { outputs: { type: 'string', default: '1000000' } },
  beside: 'client on the same cores',
  run: async (bench, values) => {
    const outputs = Number(values.outputs);
    const until = new Date();
    const service = await startFilled(bench, 'service', async (client, workspaceId) => {
      const filling = await secondsOf(() => fillLog(client, { workspaceId, outputs, until }));
      const filled = `${countOf(outputs)} outputs of a year written into the log`;
      bench.print(`${filled} in ${filling.toFixed(1)} s`);
    });
    const read = await openStatistics(service.url);
    const counting = await secondsOf(() => awaitCounted(read, { outputs, until }));
    bench.print(`counted by the service in ${counting.toFixed(1)} s`);
    return bench.report(await measureStatistics(read, until));
  },
});
