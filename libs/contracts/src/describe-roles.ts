import { isAtLeast, isInternal } from './access.ts';
import type { Access, Operation } from './operation.ts';
import { ROLES, SCOPES } from './principal.ts';

/** Generates docs/roles.md: who may call which operation. The listeners and their tests use the same data. */
export function describeRoles(operations: readonly Operation[]): string {
  const sorted = operations.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const outside = sorted
    .filter((operation) => !isInternal(operation))
    .map((operation) => [nameOf(operation), ...cellsOf(operation)]);
  const between = sorted
    .filter(isInternal)
    .map((operation) => [nameOf(operation), ...callersOf(operation, sorted)]);
  const tables = [formatTable([HEADINGS, ...outside]), formatTable([CALL_HEADINGS, ...between])];
  return `${INTRODUCTION}\n\n${tables.join(`\n\n${CALLS}\n\n`)}\n`;
}

const INTRODUCTION = `# Roles and scopes

Generated from the contracts by \`npm run publish-roles\`; a test fails when it is out of date. The services check access by the same table, and
[a test](../test-e2e/faults/roles/roles.test.ts) tries every row with every role, every scope, another workspace and no credential.

- A **role** belongs to a member with a session. Each role can do everything that the roles before it can. An invitation assigns it, and an admin can change it.
- A **scope** belongs to a token. If several are listed, one of them is enough. The workspace token has all scopes.
- A named token can delete only the subscriptions that it posted itself (including those answered with 200). A \`default\` in
  \`POST /api/instructions\` needs \`submit\`.
- The credential is checked first (401), then the role or the scope (403), then whether the ID belongs to the workspace (404). This applies to IDs of every kind.
- **everyone** means that no credential is needed: a password, an invitation or a signed link authorizes the request.
- A session or token acts in one workspace and cannot access data of another one.
- \`PATCH /api/logs/bulk\` with \`delete\` needs the role manager. A person's own data (sessions, password, workspaces) needs a session, with any role.
- \`decide¹\`: only if the workspace has \`tokensMayDecide\` on.`;

const HEADINGS = ['Operation', ...ROLES, 'Scope of a token'];

const CALLS = `## Between services

Nobody can reach these from outside. A call needs [an assertion for this operation](adr/0017-an-audience-for-each-operation.md), signed with the key in the
second column. While a service carries out an operation of the last column, it makes this call with the same assertion.`;

const CALL_HEADINGS = ['Operation', 'Key', 'Part of'];

/** Groups operations by path, with reads first. */
function sortKey({ path, method }: Operation): string {
  return `${path} ${method === 'GET' ? 0 : 1} ${method}`;
}

const nameOf = ({ method, path }: Operation): string => `\`${method} ${path}\``;

function cellsOf({ access }: Operation): string[] {
  if (typeof access === 'string') return [...ROLES.map(() => 'everyone'), 'everyone'];
  const { role: least } = access;
  return [
    ...ROLES.map((role) => (least !== null && isAtLeast(role, least) ? 'yes' : '–')),
    scopesOf(access),
  ];
}

function scopesOf({ scope, tokenSetting }: Access): string {
  const scopes = SCOPES.filter((each) => [scope].flat().includes(each));
  if (scopes.length === 0) return '–';
  if (scopes.length === SCOPES.length) return 'any';
  return scopes.join(', ') + (tokenSetting === undefined ? '' : '¹');
}

/** Whose assertions an internal operation accepts, and the operations that it is called for. */
function callersOf({ id, access }: Operation, all: readonly Operation[]): string[] {
  const callers = all
    .filter(({ onward = [] }) => onward.some((each) => each.id === id))
    .map((caller) => caller.id)
    .toSorted();
  const accepted = access === 'operator' ? 'operator' : 'gateway or operator';
  return [accepted, callers.join(', ') || '–'];
}

function formatTable([headings = [], ...others]: readonly (readonly string[])[]): string {
  const rows = [headings, ...others];
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const [heading = [], ...rest] = lines;
  const rule = widths.map((width) => '-'.repeat(width));
  return [heading, rule, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
