import { rm } from 'node:fs/promises';

import {
  type Embedded,
  type EmbeddedConfig,
  readEmbeddedConfig,
  startEmbedded,
} from '@output-review/embedded';
import { makeLogger } from '@output-review/runtime';
import { CONNECTIONS_MAX } from '@output-review/runtime/testing';

import { type Client, makeClient, signIn } from './client.ts';
import { ADMIN, makeDataDir } from './data-dir.ts';
import { passwordHasher } from './passwords.ts';
import { type ServiceProcess, startProcess } from './process.ts';

/** A complete system as its users see it. */
export interface System {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** The local address that the system may call. */
  readonly receiverHost: string;
  /** A client with the workspace token. */
  readonly automation: Client;
  /** A client without a credential. */
  readonly stranger: Client;
  /** Signs in as the admin, and uses the session cookie. */
  signIn(): Promise<Client>;
  stop(): Promise<void>;
}

/** A system in this process, with access to its internals. */
export interface EmbeddedSystem extends System {
  readonly dataDir: string;
  readonly embedded: Embedded;
}

/**
 * The system under test of the journeys. If OUTPUT_REVIEW_URL, _EMAIL, _PASSWORD and _TOKEN are set, it is the one they
 * name. That one needs its rate limit off and open sign-up. It may call _RECEIVER_HOST (127.0.0.1 by default), and
 * expects Slack there at _SLACK_PORT. Its automation uses the gateway at _AUTOMATION_URL if that is set. Otherwise it is
 * an embedded system, shared by the journeys of a process.
 *
 * @param settings for a separate embedded system.
 */
export async function startSystem(settings?: Readonly<Record<string, string>>): Promise<System> {
  const { OUTPUT_REVIEW_URL, OUTPUT_REVIEW_EMAIL, OUTPUT_REVIEW_PASSWORD, OUTPUT_REVIEW_TOKEN } =
    process.env;
  const { OUTPUT_REVIEW_RECEIVER_HOST: receiverHost } = process.env;
  const { OUTPUT_REVIEW_AUTOMATION_URL: automationUrl } = process.env;
  if (!OUTPUT_REVIEW_URL) return settings ? startEmbeddedSystem(settings) : shareSystem();
  return describeSystem({
    url: OUTPUT_REVIEW_URL,
    email: OUTPUT_REVIEW_EMAIL ?? '',
    password: OUTPUT_REVIEW_PASSWORD ?? '',
    token: OUTPUT_REVIEW_TOKEN ?? '',
    ...(receiverHost && { receiverHost }),
    ...(automationUrl && { automationUrl }),
  });
}

const FOR_JOURNEYS = { SIGN_UP: 'open', EGRESS_ALLOW_CIDRS: '127.0.0.1/32' } as const;
/** The next journey starts at once if there is one. */
const UNUSED_MS_MAX = 400;

interface SharedSystem {
  readonly started: Promise<EmbeddedSystem>;
  users: number;
}

let shared: SharedSystem | undefined;
let stopping: Promise<void> | undefined;

function stopShared(): Promise<void> | undefined {
  const own = shared;
  shared = undefined;
  if (own) stopping = own.started.then((system) => system.stop());
  return stopping;
}

// Called by the test environment before a file that is no journey, which may inspect all processes of this one.
Object.assign(globalThis, { [Symbol.for('stop what journeys share')]: stopShared });

/** Shared, because a start takes two thirds of a core second, and as much again to warm up. */
async function shareSystem(): Promise<System> {
  await stopping;
  const own = (shared ??= { started: startEmbeddedSystem(FOR_JOURNEYS), users: 0 });
  own.users += 1;
  const stop = async (): Promise<void> => {
    own.users -= 1;
    setTimeout(() => {
      if (own.users === 0 && shared === own) void stopShared();
    }, UNUSED_MS_MAX);
  };
  try {
    return { ...(await own.started), stop };
  } catch (error) {
    shared = undefined;
    throw error;
  }
}

/** Intervals that are too long for a test by default. */
type Pace = Pick<EmbeddedConfig, 'eraseEveryMs'>;

/** Starts the whole service in this process, from the sources, on a new data folder. */
export async function startEmbeddedSystem(
  settings: Readonly<Record<string, string>> = {},
  pace: Pace = {},
): Promise<EmbeddedSystem> {
  const dataDir = await makeDataDir();
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const system = await startEmbeddedOn(dataDir, settings, pace);
    const stop = async (): Promise<void> => {
      try {
        await system.stop();
      } finally {
        await removeData();
      }
    };
    return { ...system, stop };
  } catch (error) {
    await removeData();
    throw error;
  }
}

/** Does the same on an existing data folder, which is kept. */
export async function startEmbeddedOn(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  pace: Pace = {},
): Promise<EmbeddedSystem> {
  const config = {
    ...readEmbeddedConfig({ DATA_DIR: dataDir, ...BASE, ...settings }),
    connectionsMax: CONNECTIONS_MAX,
    passwordHasher,
    ...pace,
  };
  const embedded = await startEmbedded(
    config,
    makeLogger({ service: 'e2e', level: config.logLevel }),
  );
  const stop = () => embedded.stop();
  return { ...describeSystem({ ...credentials(), url: embedded.url, stop }), dataDir, embedded };
}

/** A system in a separate process, which can be killed. Its data folder is kept. */
export interface ProcessSystem extends System {
  readonly process: ServiceProcess;
}

export async function startProcessOn(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ProcessSystem> {
  const process = await startProcess({ DATA_DIR: dataDir, ...BASE, ...settings });
  const stop = async (): Promise<void> => {
    process.kill('SIGINT');
    await process.exited;
  };
  return { ...describeSystem({ ...credentials(), url: process.url, stop }), process };
}

const BASE = { PORT: '0', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error', ...ADMIN } as const;

interface Access {
  readonly url: string;
  /** The gateway that the automation uses; `url` by default. */
  readonly automationUrl?: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly receiverHost?: string;
  readonly stop?: () => Promise<void>;
}

/** Adds clients to the address and credentials of a system. */
export function describeSystem({ stop = async () => {}, ...access }: Access): System {
  const { url, automationUrl = url, email, password, token } = access;
  return {
    receiverHost: '127.0.0.1',
    ...access,
    automation: makeClient(automationUrl, { authorization: `Bearer ${token}` }),
    stranger: makeClient(url),
    signIn: () => signIn(url, email, password),
    stop,
  };
}

/** The credentials that `ADMIN` configures. */
export function credentials(): Omit<Access, 'url' | 'stop'> {
  return {
    email: ADMIN.BOOTSTRAP_EMAIL,
    password: ADMIN.BOOTSTRAP_PASSWORD,
    token: ADMIN.BOOTSTRAP_TOKEN,
  };
}
