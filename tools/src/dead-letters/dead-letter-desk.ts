import {
  type AnswerOf,
  INTERNAL_OPERATIONS,
  SERVICES,
  type ServiceName,
} from '@output-review/contracts';

import { openServiceCalls } from '../services-access/service-calls.ts';
import type { ServicesAccess } from '../services-access/services-access.ts';

const { listDeadLetters, replayDeadLetters } = INTERNAL_OPERATIONS;

/** A message that was set aside, with the service that did. */
export type Letter = { readonly service: ServiceName } & AnswerOf<
  typeof listDeadLetters
>['deadLetters'][number];

interface Replayed {
  /** By their names. */
  readonly replayed: readonly string[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/** The dead letters of all services at one desk. */
export interface DeadLetterDesk {
  /** In pages, oldest first within a service; those that were replayed too where `all` says so. */
  list(options: { all: boolean }): AsyncIterable<readonly Letter[]>;
  /** The one of a service that has this id, replayed or not. */
  find(service: ServiceName, id: string): Promise<Letter | null>;
  replay(letters: readonly Letter[]): Promise<Replayed>;
  close(): Promise<void>;
}

/** What a letter is called: each service counts its own. */
export const nameOf = ({ service, id }: Pick<Letter, 'service' | 'id'>): string =>
  `${service}/${id}`;

// The most that a service takes or gives at once.
const LETTERS_MAX = 1_000;
// Each is handled by itself; a thousand of them take their time.
const REPLAY_TIMEOUT_MS = 300_000;

export function openDeadLetterDesk(run: ServicesAccess): DeadLetterDesk {
  const { call, close } = openServiceCalls(run, { timeoutMs: REPLAY_TIMEOUT_MS });

  async function* listOf(service: ServiceName, all: boolean): AsyncGenerator<Letter[]> {
    let after: { readonly afterId?: string } = {};
    for (;;) {
      const query = { all, limit: LETTERS_MAX, ...after };
      const answer = await call(service, listDeadLetters, { query });
      const letters = (answer?.deadLetters ?? []).map((letter) => ({ service, ...letter }));
      if (letters.length > 0) yield letters;
      const last = letters.at(-1);
      if (last === undefined || letters.length < LETTERS_MAX) return;
      after = { afterId: last.id };
    }
  }

  return {
    list: async function* ({ all }) {
      for (const service of SERVICES) yield* listOf(service, all);
    },
    find: async (service, id) => {
      const query = { all: true, limit: 1, afterId: String(BigInt(id) - 1n) };
      const [letter] = (await call(service, listDeadLetters, { query }))?.deadLetters ?? [];
      return letter?.id === id ? { service, ...letter } : null;
    },
    replay: async (letters) => {
      const replayed: string[] = [];
      const failed: { name: string; reason: string }[] = [];
      for (const { service, ids } of inCalls(letters)) {
        const answer = await call(service, replayDeadLetters, { body: { ids } });
        for (const id of answer?.replayed ?? []) replayed.push(nameOf({ service, id }));
        for (const { id, reason } of answer?.failed ?? []) {
          failed.push({ name: nameOf({ service, id }), reason });
        }
      }
      return { replayed, failed };
    },
    close,
  };
}

/** The ids by service, in parts that a service takes at once. */
function inCalls(letters: readonly Letter[]): { service: ServiceName; ids: string[] }[] {
  return SERVICES.flatMap((service) => {
    const ids = letters.filter((letter) => letter.service === service).map(({ id }) => id);
    const calls = Math.ceil(ids.length / LETTERS_MAX);
    return Array.from({ length: calls }, (_, call) => ({
      service,
      ids: ids.slice(call * LETTERS_MAX, (call + 1) * LETTERS_MAX),
    }));
  });
}
