import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@jest/globals';

import { INTERNAL_OPERATIONS, SERVICES, TOPIC_ROLES, TOPICS } from '../src/index.ts';

const page = readFileSync(
  fileURLToPath(new URL('../../../docs/services.md', import.meta.url)),
  'utf8',
);
// For all services but media; a sentence below the table says so.
const SAID_BELOW = TOPICS.auditRecorded;

test.each(SERVICES)('docs/services.md lists what %s publishes and consumes', (service) => {
  const row = page.split('\n').find((line) => line.startsWith(`| [${service}](`));
  const [, , , published = '', consumed = ''] = row?.split('|') ?? [];

  expect({ published: topicsIn(published), consumed: topicsIn(consumed) }).toEqual({
    published: topicsWith(({ publishers }) => publishers.includes(service)),
    consumed: topicsWith(({ groups }) => groups.includes(service)),
  });
});

test('docs/services.md lists every call between services', () => {
  const unnamed = Object.keys(INTERNAL_OPERATIONS).filter((name) => !page.includes(`\`${name}\``));

  expect(unnamed).toEqual([]);
});

function topicsIn(cell: string): readonly string[] {
  return (cell.match(/\b[a-z]+\.[a-z_]+/g) ?? []).sort();
}

function topicsWith(holds: (roles: (typeof TOPIC_ROLES)[keyof typeof TOPIC_ROLES]) => boolean) {
  return Object.values(TOPICS)
    .filter((topic) => topic !== SAID_BELOW && holds(TOPIC_ROLES[topic]))
    .sort();
}
