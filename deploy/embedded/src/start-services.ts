import type { ServiceName } from '@output-review/contracts';
import { startEvaluator } from '@output-review/evaluator';
import {
  type BootstrapConfig,
  type RunningGateway,
  startGateway,
  SYNC_TIMEOUT_MS,
  type WorkGauge,
} from '@output-review/gateway';
import { MemoryRateWindow } from '@output-review/gateway/rate-limit';
import { startInstructions } from '@output-review/instructions';
import { type MediaOptions, startMedia } from '@output-review/media';
import type { ObjectStore } from '@output-review/media/object-store';
import { startReview } from '@output-review/review';
import {
  type Bus,
  listenAt,
  type Logger,
  makeEncryptor,
  type RunningService,
  systemClock,
} from '@output-review/runtime';

import type { EmbeddedConfig } from './config.ts';
import type { Keys } from './keys.ts';
import type { ServiceRegister } from './service-register.ts';
import type { ServiceTelemetry } from './service-telemetry.ts';

export interface ProcessContext {
  readonly config: EmbeddedConfig;
  readonly keys: Keys;
  readonly firstSignIn: BootstrapConfig | null;
  readonly databaseUrlOf: (service: ServiceName) => string;
  readonly bus: Bus;
  readonly objectStore: ObjectStore;
  readonly spoolDir: string;
  readonly gauge: WorkGauge;
  readonly log: Logger;
  readonly telemetry: ServiceTelemetry;
}

export type RunningServices = Readonly<Record<Exclude<ServiceName, 'gateway'>, RunningService>> & {
  readonly gateway: RunningGateway;
};

/** Starts the five services concurrently. `register` has the running ones, even if one fails to start. */
export async function startServices(
  around: ProcessContext,
  register: ServiceRegister,
): Promise<RunningServices> {
  const starting = startEach(around, register);
  // If one fails, wait for the others, so that none starts after the rest was stopped.
  await Promise.allSettled(starting);
  const [gateway, evaluator, review, instructions, media] = await Promise.all(starting);
  return { gateway, evaluator, review, instructions, media };
}

function startEach(around: ProcessContext, register: ServiceRegister) {
  const { config, keys } = around;
  const { judging, isPrivateHostAllowed, mail, slackApiUrl } = config;
  const publicUrl = () => config.publicUrl ?? register.publicUrl();
  const linkKeys = linkKeysOf(around);
  const { encryptionKey, previousEncryptionKey: previous } = linkKeys;
  const encryptor = makeEncryptor(encryptionKey, previous === null ? [] : [previous]);
  const auditKey = config.auditKey ?? keys.auditKey;
  const internal = (service: ServiceName) => ({
    ...optionsOf(around, service),
    peers: register.peers(),
  });
  return [
    register.add(
      'gateway',
      startGateway({ ...internal('gateway'), ...gatewayOptions(around), encryptor, auditKey }),
    ),
    register.add(
      'evaluator',
      startEvaluator({
        ...internal('evaluator'),
        ...{ judging, encryptor, auditKey, linkKeys, isPrivateHostAllowed },
      }),
    ),
    register.add(
      'review',
      startReview({
        ...internal('review'),
        ...{ encryptor, auditKey, isPrivateHostAllowed, mail, publicUrl, slackApiUrl },
      }),
    ),
    register.add('instructions', startInstructions({ ...internal('instructions'), auditKey })),
    register.add(
      'media',
      startMedia({
        ...internal('media'),
        ...mediaOptions(around, publicUrl),
        isPrivateHostAllowed,
      }),
    ),
  ] as const;
}

/** The options of each service. */
const optionsOf = (
  { config, keys, bus, log, telemetry, databaseUrlOf }: ProcessContext,
  service: ServiceName,
) => ({
  databaseUrl: databaseUrlOf(service),
  assertionPublicKey: keys.assertion.publicKey,
  operatorPublicKey: keys.operator.publicKey,
  bus,
  // The lock of the data folder admits only one process.
  isSingleInstance: true,
  log: log.child({ service }),
  clock: systemClock,
  telemetry: telemetry.of[service],
  eraseEveryMs: config.eraseEveryMs,
  connectionsMax: config.connectionsMax,
  // For calls between services only: loopback, any free port.
  listener: listenAt({ host: '127.0.0.1', port: 0 }),
});

const linkKeysOf = ({ config, keys }: ProcessContext) => ({
  encryptionKey: config.encryptionKey ?? keys.encryptionKey,
  previousEncryptionKey: config.previousEncryptionKey,
});

function mediaOptions(
  around: ProcessContext,
  publicUrl: () => string,
): Pick<MediaOptions, 'objectStore' | 'spoolDir' | 'quotaBytes' | 'links'> {
  const { objectStore, spoolDir } = around;
  const { previousPublicUrls, mediaQuotaBytes } = around.config;
  return {
    objectStore,
    spoolDir,
    quotaBytes: mediaQuotaBytes,
    links: { ...linkKeysOf(around), publicUrl, previousPublicUrls },
  };
}

function gatewayOptions({ config, keys, firstSignIn, gauge }: ProcessContext) {
  const { rateLimitPerMinute, callLimits, publicUrl, host, port } = config;
  const { isPrivateHostAllowed, isTrustedProxy, isSignUpOpen, mail } = config;
  return {
    assertionKeys: keys.assertion,
    authSecret: keys.authSecret,
    gauge,
    bootstrap: firstSignIn,
    cookiePrefix: 'output-review',
    isPrivateHostAllowed,
    isTrustedProxy,
    isSignUpOpen,
    mail,
    passwordHasher: config.passwordHasher,
    limits: rateLimitPerMinute === 0 ? null : callLimits,
    publicHost: host,
    publicPort: port,
    publicUrl,
    rateLimitPerMinute,
    rateWindow: new MemoryRateWindow(systemClock),
    syncTimeoutMs: SYNC_TIMEOUT_MS,
  };
}
