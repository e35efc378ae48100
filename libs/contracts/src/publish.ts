import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { EVENTS } from './events/index.ts';
import { ALL_OPERATIONS } from './internal/operations.ts';
import { describeRoles } from './describe-roles.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const WRITERS: Readonly<Record<string, () => void>> = {
  // The schemas that the compatibility test compares with. Update them after adding a topic or an optional field, never
  // to make a breaking change pass.
  events: () => {
    const folder = pathOf('../published/');
    mkdirSync(folder, { recursive: true });
    for (const [topic, { schema }] of Object.entries(EVENTS)) {
      writeFileSync(`${folder}${topic}.json`, `${JSON.stringify(schema, null, 2)}\n`);
    }
  },
  roles: () => writeFileSync(pathOf('../../../docs/roles.md'), describeRoles(ALL_OPERATIONS)),
};

for (const what of process.argv.slice(2)) WRITERS[what]?.();
