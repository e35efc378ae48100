import {
  type AnswerOf,
  INTERNAL_OPERATIONS,
  SERVICES,
  type ServiceName,
} from '@output-review/contracts';

import type { ServiceCalls } from '../services-access/service-calls.ts';

const { listDeadLetters, replayDeadLetters } = INTERNAL_OPERATIONS;

/** A dead letter and the service that stores it. */
export type Letter = { readonly service: ServiceName } & AnswerOf<
  typeof listDeadLetters
>['deadLetters'][number];

interface Replayed {
  /** By name. */
  readonly replayed: readonly string[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/** The name of a letter: each service numbers its own. */
export const nameOf = ({ service, id }: Pick<Letter, 'service' | 'id'>): string =>
  `${service}/${id}`;

// The largest batch that a service accepts or returns.
const LETTERS_MAX = 1_000;

/** Lists letters in pages, oldest first within a service; with `all`, including replayed ones. */
export async function* listLetters(calls: ServiceCalls, all: boolean): AsyncGenerator<Letter[]> {
  for (const service of SERVICES) yield* listOf(service, calls, all);
}

async function* listOf(
  service: ServiceName,
  { call }: ServiceCalls,
  all: boolean,
): AsyncGenerator<Letter[]> {
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

export interface ChosenLetters {
  readonly letters: readonly Letter[];
  /** Names that match no letter, or more than one. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Finds the letters named `review/3`, or `3` if only one service has a letter of that number. Each is returned once.
 */
export async function chooseLetters(
  calls: ServiceCalls,
  names: readonly string[],
): Promise<ChosenLetters> {
  const letters = new Map<string, Letter>();
  const refused: { name: string; reason: string }[] = [];
  for (const name of names) {
    const found = await findAll(calls, name);
    const [letter, ...others] = found;
    if (letter === undefined) refused.push({ name, reason: 'no such dead letter' });
    else if (others.length === 0) letters.set(nameOf(letter), letter);
    else refused.push({ name, reason: `choose one: ${found.map(nameOf).join(' or ')}` });
  }
  return { letters: [...letters.values()], refused };
}

const NAME = /^(?:(?<service>[a-z]+)\/)?(?<id>[1-9]\d{0,17})$/;

async function findAll(calls: ServiceCalls, name: string): Promise<Letter[]> {
  const { service, id } = NAME.exec(name)?.groups ?? {};
  if (id === undefined) return [];
  const candidates = SERVICES.filter((one) => service === undefined || one === service);
  const found = await Promise.all(candidates.map((one) => findLetter(calls, one, id)));
  return found.filter((letter) => letter !== null);
}

/** Finds the letter of a service by ID, replayed or not. */
async function findLetter(
  { call }: ServiceCalls,
  service: ServiceName,
  id: string,
): Promise<Letter | null> {
  const query = { all: true, limit: 1, afterId: String(BigInt(id) - 1n) };
  const [letter] = (await call(service, listDeadLetters, { query }))?.deadLetters ?? [];
  return letter?.id === id ? { service, ...letter } : null;
}

export async function replayLetters(
  { call }: ServiceCalls,
  letters: readonly Letter[],
): Promise<Replayed> {
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
}

/** The IDs by service, in batches that a service accepts. */
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
