import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { SERVICES, type ServiceName } from '@output-review/contracts';
import { Agent, type Dispatcher, request } from 'undici';

import type { ServicesAccess } from '../services-access/services-access.ts';
import { findTlsServers, readCertificate } from './certificates.ts';
import type { DiskFacts, Facts, Readiness, ServiceFacts } from './facts.pure.ts';
import { readSamples, type Samples } from './metrics.pure.ts';

const CALL_TIMEOUT_MS = 5_000;
const NO_SAMPLES: Samples = new Map();

export interface CollectOptions {
  /** The time between the two looks, in which consumers should make progress. */
  readonly watchMs: number;
  /** The folder of the services' data on this machine; null if it is elsewhere. */
  readonly dataDir: string | null;
}

/** Looks at all services twice. Never throws because of their answers. */
export async function collectFacts(
  { services }: Pick<ServicesAccess, 'services'>,
  { watchMs, dataDir }: CollectOptions,
): Promise<Facts> {
  const watch = async (service: ServiceName): Promise<ServiceFacts> => {
    const url = services[service];
    return { service, url, ...(await lookTwice(url, watchMs)) };
  };
  const tlsServers = await findTlsServers(process.env, dataDir);
  const [disk, certificates, ...seen] = await Promise.all([
    dataDir === null ? null : readDisk(dataDir),
    Promise.all(tlsServers.map(readCertificate)),
    ...SERVICES.map(watch),
  ]);
  return { services: seen, watchedMs: watchMs, disk, certificates, at: new Date() };
}

type Looks = Omit<ServiceFacts, 'service' | 'url'>;

const TRIES_MAX = 2;

/**
 * Uses one connection, because another one may reach another replica with its own counters. If the connection was lost
 * in between, it looks again.
 */
async function lookTwice(url: string, watchMs: number, tries = 1): Promise<Looks> {
  let connections = 0;
  const agent = new Agent({ connections: 1, keepAliveTimeout: watchMs + CALL_TIMEOUT_MS });
  agent.on('connect', () => (connections += 1));
  const get: Get = (path) =>
    request(url + path, { dispatcher: agent, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  const health = await readHealth(get);
  const before = await scrape(get);
  await delay(watchMs);
  const after = await scrape(get);
  await agent.close();
  if (connections > 1 && tries < TRIES_MAX) return lookTwice(url, watchMs, tries + 1);
  return { ...health, before, after };
}

type Get = (path: string) => Promise<Dispatcher.ResponseData>;

async function readHealth(get: Get): Promise<Pick<ServiceFacts, 'readiness' | 'clockAheadMs'>> {
  try {
    const askedAt = Date.now();
    const { headers, body } = await get('/readyz');
    const value: unknown = await body.json();
    if (!isReadiness(value)) {
      return { readiness: { failure: 'does not answer as a service' }, clockAheadMs: null };
    }
    return { readiness: value, clockAheadMs: clockAhead(headers['date'], askedAt, Date.now()) };
  } catch (error) {
    return { readiness: { failure: reasonOf(error) }, clockAheadMs: null };
  }
}

async function scrape(get: Get): Promise<Samples> {
  try {
    const { statusCode, body } = await get('/metrics');
    const text = await body.text();
    return statusCode === 200 ? readSamples(text) : NO_SAMPLES;
  } catch {
    return NO_SAMPLES;
  }
}

/** The Date header has truncated seconds. A difference within that precision does not count. */
function clockAhead(
  header: string | string[] | undefined,
  askedAt: number,
  answeredAt: number,
): number | null {
  const at = Date.parse(String(header));
  if (Number.isNaN(at)) return null;
  if (at > answeredAt) return at - answeredAt;
  return Math.min(0, at + 1_000 - askedAt);
}

function isReadiness(value: unknown): value is Readiness {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'ready' in value &&
    'checks' in value &&
    typeof value.checks === 'object' &&
    value.checks !== null
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${CALL_TIMEOUT_MS / 1_000} s`;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** @returns null if there is no such folder. */
async function readDisk(path: string): Promise<DiskFacts | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { path, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
