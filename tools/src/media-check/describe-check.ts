import type { AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';

/** Describes the result in a few lines for an operator. */
export function describeCheck(found: AnswerOf<typeof INTERNAL_OPERATIONS.checkFiles>): string {
  const { objects, removedObjects, removedBytes, rows, missing, missingKeys } = found;
  return [
    `Store: ${count(objects, 'object')}; deleted ${removedObjects} without a row for a ` +
      `day (${count(removedBytes, 'byte')}).`,
    `Database: ${count(rows, 'file')}; ${missing} missing from the store or damaged.`,
    ...missingKeys.map((key) => `  ${key}`),
    ...(missing > missingKeys.length ? [`  and ${missing - missingKeys.length} more`] : []),
  ].join('\n');
}

const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;
