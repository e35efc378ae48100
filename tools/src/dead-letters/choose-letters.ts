import { SERVICES } from '@output-review/contracts';

import { type DeadLetterDesk, type Letter, nameOf } from './dead-letter-desk.ts';

export interface ChosenLetters {
  readonly letters: readonly Letter[];
  /** Names that mean no letter, or more than one. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Finds the letters that are meant by `review/3`, or by `3` where one service alone has such a letter;
 * each once.
 */
export async function chooseLetters(
  desk: Pick<DeadLetterDesk, 'find'>,
  names: readonly string[],
): Promise<ChosenLetters> {
  const letters = new Map<string, Letter>();
  const refused: { name: string; reason: string }[] = [];
  for (const name of names) {
    const found = await findAll(desk, name);
    const [letter, ...others] = found;
    if (letter === undefined) refused.push({ name, reason: 'no such dead letter' });
    else if (others.length === 0) letters.set(nameOf(letter), letter);
    else refused.push({ name, reason: `choose one: ${found.map(nameOf).join(' or ')}` });
  }
  return { letters: [...letters.values()], refused };
}

const NAME = /^(?:(?<service>[a-z]+)\/)?(?<id>[1-9]\d{0,17})$/;

async function findAll(desk: Pick<DeadLetterDesk, 'find'>, name: string): Promise<Letter[]> {
  const { service, id } = NAME.exec(name)?.groups ?? {};
  if (id === undefined) return [];
  const asked = SERVICES.filter((one) => service === undefined || one === service);
  const found = await Promise.all(asked.map((one) => desk.find(one, id)));
  return found.filter((letter) => letter !== null);
}
