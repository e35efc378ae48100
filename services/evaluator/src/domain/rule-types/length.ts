import { failed, PASSED } from '../settlement.ts';
import { textRule } from './rule-type.ts';

export const minLength = textRule({
  findFault,
  compile: (value) => {
    const min = Number(value);
    return ({ codePoints }) =>
      codePoints >= min
        ? PASSED
        : failed(`Too short: ${characters(codePoints)}, at least ${min} needed.`);
  },
});

export const maxLength = textRule({
  findFault,
  compile: (value) => {
    const max = Number(value);
    return ({ codePoints }) =>
      codePoints <= max
        ? PASSED
        : failed(`Too long: ${characters(codePoints)}, at most ${max} allowed.`);
  },
});

// No text of a submission is longer: 1 MiB, each code point at least a byte.
const LENGTH_MAX = 1024 * 1024;

function findFault(value: string): string | null {
  const isInRange = /^\s*\d{1,7}\s*$/.test(value) && Number(value) <= LENGTH_MAX;
  return isInRange
    ? null
    : `Must be a number of characters from 0 to ${LENGTH_MAX}, as text, such as "280".`;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
