import { deriveSecret, runService } from '@output-review/runtime';
import { openKafkaBus } from '@output-review/runtime/kafka';

import { readGatewayConfig } from './config.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { makePeerChecks } from './peer-checks.ts';
import { startGateway, SYNC_TIMEOUT_MS, WorkGauge } from './service.ts';

// The consumer groups that back off under load run in other processes, so nothing here uses this signal.
const OVERLOAD_THRESHOLD = Infinity;

await runService({
  service: 'gateway',
  migrations: MIGRATIONS,
  readConfig: readGatewayConfig,
  start: async ({ publicListener, encryption, redisUrl, caFile, kafka, ...config }, around) => {
    const bus = openKafkaBus('gateway', kafka, around);
    const service = await startGateway({
      ...config,
      ...around,
      bus,
      checks: { kafka: () => bus.ready(), ...makePeerChecks(config.peers, around) },
      publicHost: publicListener.host,
      publicPort: publicListener.port,
      publicUrl: publicListener.url,
      encryptor: encryption.encryptor,
      authSecret: deriveSecret(encryption.key, 'session cookie'),
      rateWindow: { redisUrl, caFile },
      limits: config.rateLimitPerMinute === 0 ? null : config.callLimits,
      syncTimeoutMs: SYNC_TIMEOUT_MS,
      gauge: new WorkGauge({ overloadThreshold: OVERLOAD_THRESHOLD }),
    });
    await bus.start();
    return service;
  },
});
