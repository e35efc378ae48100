import type { Access, Operation } from '../operation.ts';
import { isAtLeast, isInternal } from '../access.ts';
import { ROLES, SCOPES } from '../principal.ts';

/**
 * Describes who may call what, as Markdown: docs/roles.md. It is made from what the doors check by, and
 * the tests of the doors too.
 */
export function describeRoles(operations: readonly Operation[]): string {
  const outside = operations
    .filter((operation) => !isInternal(operation))
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const rows = outside.map((operation) => [nameOf(operation), ...cellsOf(operation)]);
  return `${INTRODUCTION}\n\n${formatTable([HEADINGS, ...rows])}\n`;
}

const INTRODUCTION = `# Roles and scopes

Made from the contracts by \`npm run publish-roles\`; a test says when it is out of date. The doors check by the same table, and
[a test](../test-e2e/roles/roles.test.ts) tries every line of it with every role, every scope, another workspace and nothing.

- A **role** is that of a member with a session: each may do all that the ones before it may. An invitation gives it, an admin changes it.
- A **scope** is that of a token: any of those named will do. The workspace token has all of them.
- A named token ends the subscriptions that it posted itself (also where that was answered with 200), a \`default\` in
  \`POST /api/instructions\` takes \`submit\`.
- First comes the credential (401), then the role or the scope (403), then whether the id is of the workspace (404), whatever it is an id of.
- "everybody" needs no credential: a password, an invitation or a signed link says who may.
- A session acts in one workspace, and so does a token. Nothing of another workspace is found by any of them.
- \`PATCH /api/logs/bulk\` with \`delete\` takes a manager. What a person sees and changes of himself (sessions, password, workspaces) takes any
  session.
- \`decide¹\`: only where the workspace has \`tokensMayDecide\` on.`;

const HEADINGS = ['Operation', ...ROLES, 'Scope of a token'];

/** What stands under one path stays together, and what reads stands first. */
function sortKey({ path, method }: Operation): string {
  return `${path} ${method === 'GET' ? 0 : 1} ${method}`;
}

const nameOf = ({ method, path }: Operation): string => `\`${method} ${path}\``;

function cellsOf({ access }: Operation): string[] {
  if (typeof access === 'string') return [...ROLES.map(() => 'everybody'), 'everybody'];
  const { role: least } = access;
  return [
    ...ROLES.map((role) => (least !== null && isAtLeast(role, least) ? 'yes' : '–')),
    scopesOf(access),
  ];
}

function scopesOf({ scope, tokenSetting }: Access): string {
  const scopes = SCOPES.filter((each) => [scope].flat().includes(each));
  if (scopes.length === 0) return '–';
  return scopes.join(', ') + (tokenSetting === undefined ? '' : '¹');
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const [heading = [], ...rest] = lines;
  const rule = widths.map((width) => '-'.repeat(width));
  return [heading, rule, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
