import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { EVENTS } from './events/index.ts';

// Writes the schemas that the freeze test compares with: run after adding a topic or an optional
// field, never to make a breaking change pass.
const folder = fileURLToPath(new URL('../published/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [topic, { schema }] of Object.entries(EVENTS)) {
  writeFileSync(`${folder}${topic}.json`, `${JSON.stringify(schema, null, 2)}\n`);
}
