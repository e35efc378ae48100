import {
  type AnswerOf,
  INTERNAL_OPERATIONS,
  type Operation,
  SERVICES,
  type ServiceName,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  makeAssertionIssuer,
  makeLogger,
  makeServiceClient,
  type ServiceClient,
  systemClock,
} from '@output-review/runtime';

import type { ServicesAccess } from './services-access.ts';

const { listDeadLetters, replayDeadLetters } = INTERNAL_OPERATIONS;

/** A message that was set aside, with the service that did. */
export type Letter = { readonly service: ServiceName } & AnswerOf<
  typeof listDeadLetters
>['deadLetters'][number];

interface Replayed {
  readonly replayed: readonly string[];
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

/** The dead letters of all services at one desk. */
export interface DeadLetterDesk {
  /** Oldest first within a service; those that were replayed too where `all` says so. */
  list(options: { all: boolean }): Promise<Letter[]>;
  replay(letters: readonly Letter[]): Promise<Replayed>;
  close(): Promise<void>;
}

// The most that a service takes or gives at once.
const LETTERS_MAX = 1_000;
// Each is handled by itself; a thousand of them take their time.
const REPLAY_TIMEOUT_MS = 300_000;

export function openDeadLetterDesk(run: ServicesAccess): DeadLetterDesk {
  const issuer = makeAssertionIssuer(run.assertionPrivateKey, systemClock);
  const log = makeLogger({ service: 'dead-letters', level: 'silent' });
  const clients = new Map<ServiceName, ServiceClient>(
    SERVICES.map((service) => [
      service,
      makeServiceClient({ service, baseUrl: () => run.services[service], log }),
    ]),
  );

  async function call<O extends Operation>(
    service: ServiceName,
    operation: O,
    parts: { query?: Record<string, string | number | boolean>; body?: unknown },
  ): Promise<AnswerOf<O> | null> {
    const assertion = await issuer.issue({ kind: 'service', service: 'gateway' });
    const options = { ...parts, assertion, timeoutMs: REPLAY_TIMEOUT_MS };
    try {
      return (await clients.get(service)?.call(operation, options)) ?? null;
    } catch (error) {
      // A service that consumes nothing sets nothing aside.
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }

  const listOf = async (service: ServiceName, all: boolean): Promise<Letter[]> => {
    const answer = await call(service, listDeadLetters, { query: { all, limit: LETTERS_MAX } });
    return (answer?.deadLetters ?? []).map((letter) => ({ service, ...letter }));
  };
  const replayOf = async (service: ServiceName, ids: readonly string[]): Promise<Replayed> =>
    (await call(service, replayDeadLetters, { body: { ids } })) ?? { replayed: [], failed: [] };

  return {
    list: async ({ all }) =>
      (await Promise.all(SERVICES.map((service) => listOf(service, all)))).flat(),
    replay: async (letters) => {
      const results: Replayed[] = [];
      for (const [service, ids] of idsByService(letters))
        results.push(await replayOf(service, ids));
      return {
        replayed: results.flatMap(({ replayed }) => replayed),
        failed: results.flatMap(({ failed }) => failed),
      };
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

function idsByService(letters: readonly Letter[]): Map<ServiceName, string[]> {
  const ids = new Map<ServiceName, string[]>();
  for (const { service, id } of letters) ids.set(service, [...(ids.get(service) ?? []), id]);
  return ids;
}
