import { expect, test } from '@jest/globals';

import { nameActor } from './texts.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['token:Support bot', 'the token “Support bot”'],
  ['api', 'the API'],
  ['deadline', 'the deadline'],
  ['end_user', 'an end user'],
])('names the actor %s as %s', (actor, name) => {
  expect(nameActor(actor)).toBe(name);
});
