import { deriveSecret, makePeerChecks, runService, WorkGauge } from '@output-review/runtime';
import { openKafkaBus } from '@output-review/runtime/kafka';

import { readGatewayConfig } from './config.ts';
import { startGateway, SYNC_TIMEOUT_MS } from './service.ts';
import { MIGRATIONS } from './store/migrations/index.ts';

// Nobody waits for the door here: the groups that give way to a crowd are in other processes.
const CROWD_AT = Infinity;

await runService(
  {
    service: 'gateway',
    migrations: MIGRATIONS,
    readConfig: readGatewayConfig,
    start: async ({ publicDoor, bootstrap, encryption, redisUrl, kafka, ...config }, around) => {
      const bus = openKafkaBus('gateway', kafka, around);
      const service = await startGateway({
        ...config,
        ...around,
        bus,
        checks: { kafka: () => bus.ready(), ...makePeerChecks(config.peers, around) },
        publicHost: publicDoor.host,
        publicPort: publicDoor.port,
        publicUrl: publicDoor.url,
        bootstrap: bootstrap && { ...bootstrap, workspaceName: bootstrap.workspace },
        sealer: encryption.sealer,
        authSecret: deriveSecret(encryption.key, 'session cookie'),
        rateWindow: { redisUrl },
        limits: config.rateLimitPerMinute === 0 ? null : config.callLimits,
        syncTimeoutMs: SYNC_TIMEOUT_MS,
        gauge: new WorkGauge({ crowdAt: CROWD_AT }),
      });
      await bus.start();
      return service;
    },
  },
  { args: process.argv.slice(2), env: process.env },
);
