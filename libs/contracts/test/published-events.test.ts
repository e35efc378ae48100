import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { EVENTS, makeStrictValidator, makeTolerantValidator } from '../src/index.ts';

const published = (topic: string): unknown =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../published/${topic}.json`, import.meta.url)), 'utf8'),
  );

describe.each(Object.entries(EVENTS))('%s', (topic, event) => {
  test('its schema matches the published one: a released event may only gain optional fields', () => {
    expect(JSON.parse(JSON.stringify(event.schema))).toEqual(published(topic));
  });

  test('its valid example is valid and its invalid one is not', () => {
    const strict = makeStrictValidator(event.schema);

    expect(strict(event.examples.valid)).toBeNull();
    expect(strict(event.examples.invalid)).not.toBeNull();
  });

  test('an unknown field is an error for the writer, and ignored by the reader', () => {
    const newer = { ...event.examples.valid, addedLater: true };

    expect(makeStrictValidator(event.schema)(newer)).not.toBeNull();
    expect(makeTolerantValidator(event.schema)(newer)).toBeNull();
  });
});
