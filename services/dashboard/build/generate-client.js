// Writes what the page knows of the API, from the contracts: src/api/schema.d.ts (its types) and
// src/api/least-roles.ts (who may call what). With `--check` it writes nothing, and fails where a file is
// not what it would write.
import { readFile, writeFile } from 'node:fs/promises';

import { buildOpenApi, OPERATIONS, ROLES } from '@output-review/contracts';
import openapiTS, { astToString } from 'openapi-typescript';

const HEADING = '// Made from the contracts by `npm run publish-client`.\n\n';
const isCheck = process.argv.includes('--check');

await publish('schema.d.ts', await describeTypes());
await publish('least-roles.ts', describeRoles());

async function publish(name, content) {
  const file = new URL(`../src/api/${name}`, import.meta.url);
  const text = HEADING + content;
  if (!isCheck) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`services/dashboard/src/api/${name} is out of date: npm run publish-client`);
    process.exitCode = 1;
  }
}

async function describeTypes() {
  const info = { title: 'Output Review Service', version: '1.0.0', description: '' };
  const cookieName = 'output-review.session_token';
  return astToString(await openapiTS(buildOpenApi(OPERATIONS, { ...info, cookieName })));
}

/** Of what a session may call at all: the least role that it takes. */
function describeRoles() {
  const lines = OPERATIONS.filter(
    ({ access }) => typeof access === 'object' && access.role !== null,
  )
    .map(({ id, access }) => `  ${id}: '${access.role}',\n`)
    .sort();
  const roles = ROLES.map((role) => `'${role}'`).join(', ');
  return `/** Each may do all that the ones before it may. */
export const ROLES = [${roles}] as const;
export type Role = (typeof ROLES)[number];

/** The least role of a session that may call an operation. */
export const LEAST_ROLES = {
${lines.join('')}} as const satisfies Record<string, Role>;
export type OperationId = keyof typeof LEAST_ROLES;
`;
}
