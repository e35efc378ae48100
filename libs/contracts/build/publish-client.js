// Generates the clients' API types from the contracts: for the dashboard its types (schema.d.ts) and the least role per
// operation (least-roles.ts), for the TypeScript client the types of the operations open to tokens (schema.ts), for the
// Python client the types that it uses (api.py). With `--check` it writes nothing and fails if a file is out of date.
import { readFile, writeFile } from 'node:fs/promises';

import { buildOpenApi, OPERATIONS, ROLES } from '@output-review/contracts';
import openapiTS, { astToString } from 'openapi-typescript';

import { describePythonTypes } from '../src/openapi/python-types.ts';

const HEADING = '// Made from the contracts by `npm run publish-client`.\n\n';
const ROOT = new URL('../../../', import.meta.url);
const PAGE = 'services/dashboard/src/api';
const isCheck = process.argv.includes('--check');

const ofTokens = OPERATIONS.filter(
  ({ access }) => typeof access === 'object' && access.scope !== null,
);

await publish(`${PAGE}/schema.d.ts`, HEADING + (await describeTypes(OPERATIONS)));
await publish(`${PAGE}/least-roles.ts`, HEADING + describeRoles());
await publish('clients/typescript/src/schema.ts', HEADING + (await describeTypes(ofTokens)));
await publish('clients/python/src/output_review/api.py', describePythonTypes(describe(OPERATIONS)));

async function publish(path, text) {
  const file = new URL(path, ROOT);
  if (!isCheck) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${path} is out of date: npm run publish-client`);
    process.exitCode = 1;
  }
}

async function describeTypes(operations) {
  return astToString(await openapiTS(describe(operations)));
}

function describe(operations) {
  const info = { title: 'Output Review Service', version: '1.0.0', description: '' };
  return buildOpenApi(operations, { ...info, cookieName: 'output-review.session_token' });
}

/** Lists the least role for each operation that a session may call. */
function describeRoles() {
  const lines = OPERATIONS.filter(
    ({ access }) => typeof access === 'object' && access.role !== null,
  )
    .map(({ id, access }) => `  ${id}: '${access.role}',\n`)
    .sort();
  const roles = ROLES.map((role) => `'${role}'`).join(', ');
  return `/** Each role has all permissions of the roles before it. */
export const ROLES = [${roles}] as const;
export type Role = (typeof ROLES)[number];

/** The least role of a session that may call an operation. */
export const LEAST_ROLES = {
${lines.join('')}} as const satisfies Record<string, Role>;
export type OperationId = keyof typeof LEAST_ROLES;
`;
}
