import type { Principal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { systemClock } from '../../src/base/clock.ts';
import type { Logger } from '../../src/base/logger.ts';
import { implement } from '../../src/http/implement.ts';
import { listen, type Listening } from '../../src/http/listen.ts';
import type { Readiness } from '../../src/http/readiness.ts';
import { makeServiceApp, type ServiceAppOptions } from '../../src/http/service-app.ts';
import {
  type ApiClient,
  makeApiClient,
  silentTelemetry,
  testAssertions,
} from '../../src/testing/index.ts';
import {
  askInternally,
  breakThing,
  changeThing,
  createThing,
  listThings,
  measureStrangersText,
  measureText,
  readFile,
  readThing,
} from './thing-operations.ts';

const FAILURES: Readonly<Record<string, () => Error>> = {
  conflict: () =>
    new AppError('ALREADY_DECIDED', 'Decided before.', { fields: { decision: 'Too late.' } }),
  busy: () => new AppError('UNAVAILABLE', 'Another change of it has not ended.'),
  bug: () => new Error('relation "secret_table" does not exist'),
  outage: () => Object.assign(new Error('connect ECONNREFUSED db:5432'), { code: 'ECONNREFUSED' }),
};

export const reviewer = {
  kind: 'user',
  workspaceId: 'w',
  userId: 'u',
  email: 'ada@example.com',
  role: 'reviewer',
} as const satisfies Principal;

export interface ThingService {
  readonly server: Listening;
  readonly client: ApiClient;
  /** The warnings and failures logged since it was last cleared. */
  readonly logged: object[];
  readonly assertions: ReturnType<typeof testAssertions>;
}

/** Starts a small service on a free port, for tests of the features that all services share. */
export async function startThingService(
  readiness: () => Promise<Readiness> = () => Promise.resolve({ ready: true, checks: {} }),
  seen: Partial<Pick<ServiceAppOptions, 'telemetry' | 'before' | 'identify'>> = {},
): Promise<ThingService> {
  const assertions = testAssertions(
    systemClock,
    ROUTES.map(({ operation }) => operation),
  );
  const logged: object[] = [];
  const app = makeServiceApp({
    service: 'review',
    assertions: assertions.verifier,
    log: recordErrors(logged),
    telemetry: silentTelemetry(),
    readiness,
    routes: ROUTES,
    ...seen,
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  return { server, client: makeApiClient(server.url), logged, assertions };
}

const ROUTES = [
  implement(createThing, async ({ params, query, body }) => ({
    status: 201,
    body: { group: params.group, size: query.size, name: body.name },
    headers: { Location: `/api/things/${body.name}` },
  })),
  ...[readThing, changeThing].map((operation) =>
    implement(operation, async ({ params, principal }) => ({
      status: 200,
      body: { id: params.id, by: principal.kind === 'user' ? principal.email : principal.tokenId },
    })),
  ),
  implement(listThings, async () => ({ status: 200, body: ['a'] })),
  implement(readFile, async ({ params }) => ({ status: 200, body: { key: params.key } })),
  implement(measureText, async ({ body }) => ({
    status: 200,
    body: { length: body.text?.length ?? 0 },
  })),
  implement(measureStrangersText, async ({ body }) => ({
    status: 200,
    body: { length: body.text?.length ?? 0 },
  })),
  implement(breakThing, async ({ params }) => {
    throw FAILURES[params.how]!();
  }),
  implement(askInternally, async ({ principal }) => ({
    status: 200,
    body: { kind: principal.kind },
  })),
];

function recordErrors(logged: object[], common: object = {}): Logger {
  return {
    debug: () => {},
    info: () => {},
    warn: (fields, message) => void logged.push({ ...common, ...fields, message, level: 'warn' }),
    error: (fields, message) => void logged.push({ ...common, ...fields, message }),
    child: (fields) => recordErrors(logged, { ...common, ...fields }),
  };
}
