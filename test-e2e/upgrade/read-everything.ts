import { type Operation, OPERATIONS } from '@output-review/contracts';

import { tryOperation } from '../faults/roles/try-operation.ts';
import { type Sample, samplesFor } from '../faults/roles/samples.ts';
import type { Answer, Client, JsonObject } from '../harness/client.ts';
import { askLink, readFileText } from '../harness/files.ts';
import type { System } from '../harness/system.ts';
import type { Filled } from './fill.ts';

/** Responses by request. */
export type Everything = ReadonlyMap<string, Answer>;

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
}

/** The IDs of the operations in a release's OpenAPI document. */
export async function operationsOf(system: System): Promise<ReadonlySet<string>> {
  const { text } = await system.stranger.get('/api/openapi.json');
  const { paths } = JSON.parse(text) as OpenApi;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Set(operations.flatMap(({ operationId }) => operationId ?? []));
}

/** Calls every GET operation of a release, and reads each output. */
export async function readEverything(system: System, filled: Filled): Promise<Everything> {
  const admin = await system.signIn();
  const operations = await operationsOf(system);
  const answers = new Map<string, Answer>();
  const file = await askLink(admin, filled.ids.key);
  const samples = readsOf(filled, new URL(String(file.body['url'])));
  for (const operation of OPERATIONS) {
    if (operation.method !== 'GET' || !operations.has(operation.id)) continue;
    const client = callerOf(operation, { system, admin });
    answers.set(operation.id, await tryOperation(client, operation, samples[operation.id]));
  }
  for (const { id } of listOf(answers.get('searchOutputs'), 'executions')) {
    for (const part of ['', '/status', '/timeline']) {
      const path = `/api/logs/${String(id)}${part}`;
      answers.set(path, await system.automation.get(path));
    }
  }
  const text = await readFileText(admin, filled.ids.key);
  if (text !== filled.fileText) throw new Error(`The file says ${text}`);
  return answers;
}

function callerOf(
  { access }: Operation,
  { system, admin }: { readonly system: System; readonly admin: Client },
): Client {
  if (typeof access === 'string') return system.stranger;
  return access.role === null ? system.automation : admin;
}

/** Samples that list everything, and refer to the filled resources. */
function readsOf(
  { ids, invitation }: Filled,
  file: URL,
): Readonly<Record<string, Sample | undefined>> {
  const page = { query: { limit: '100' } };
  const { project, task } = ids;
  return {
    ...samplesFor(ids),
    ...{ searchOutputs: page, exportOutputs: {}, listAuditRecords: page, listDeliveries: page },
    ...{ listBacktests: {}, listRuleResults: {}, getRuleResults: { path: { id: ids.ruleId } } },
    listSubscriptions: { query: { all: 'true' } },
    listSuggestions: { query: { project, task } },
    getInvitation: { path: { token: invitation } },
    downloadFile: {
      path: { 'key+': file.pathname.replace(/^\/files\//, '') },
      query: Object.fromEntries(file.searchParams),
    },
  };
}

function listOf(answer: Answer | undefined, name: string): readonly JsonObject[] {
  return (answer?.body[name] ?? []) as readonly JsonObject[];
}

// Fields that differ on each call or over time: links and times of last use.
const CHANGES =
  /^(url|uploadUrl|expiresAt|lastUsedAt|tokenLastUsedAt|lastActiveAt|updatedAt|link|isCurrent)$/;

// Reading the export adds a record.
const GROWS = 'listAuditRecords.total';

/** Compares the responses of two releases. @returns what is missing or different. */
export function findLosses(before: Everything, after: Everything): string[] {
  return [...before].flatMap(([asked, { text, status }]) => {
    const answer = after.get(asked);
    if (answer === undefined) return [`${asked} is gone`];
    if (answer.status !== status) return [`${asked}: ${status} is ${answer.status} ${answer.text}`];
    // Error messages may differ.
    return status < 400 ? lossesIn(asked, parsed(text), parsed(answer.text)) : [];
  });
}

/** Parses JSON or JSON lines; the length of other texts. */
function parsed(text: string): unknown {
  for (const json of [text, `[${text.trimEnd().replaceAll('\n', ',')}]`]) {
    try {
      return JSON.parse(json);
    } catch {
      // Tries the other form.
    }
  }
  return text.length;
}

function lossesIn(path: string, before: unknown, after: unknown): string[] {
  if (Array.isArray(before)) return lossesInList(path, before, after);
  if (typeof before === 'object' && before !== null) {
    if (typeof after !== 'object' || after === null) return [`${path} is ${String(after)}`];
    const now = after as JsonObject;
    return Object.entries(before)
      .filter(([name]) => !CHANGES.test(name))
      .flatMap(([name, value]) => lossesIn(`${path}.${name}`, value, now[name]));
  }
  if (before === after || path === GROWS) return [];
  return [`${path}: ${JSON.stringify(before)} is ${JSON.stringify(after)}`];
}

/** Matches items by ID, wherever they are in the list. */
function lossesInList(path: string, before: readonly unknown[], after: unknown): string[] {
  // v0.2.0 returned an empty list for every output, before approvals existed.
  if (before.length === 0 && path.endsWith('.approvals')) return [];
  if (!Array.isArray(after)) return [`${path} is ${String(after)}`];
  const now = after as readonly unknown[];
  return before.flatMap((item, index) => {
    if (isQueued(item)) return [];
    const id = idOf(item);
    const found = id === undefined ? now[index] : now.find((other) => idOf(other) === id);
    return lossesIn(`${path}[${id ?? index}]`, item, found);
  });
}

/** Since v0.2.0 its time in a timeline is no later than the evaluation. */
function isQueued(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'stage' in item && item.stage === 'queued';
}

function idOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { id, seq, key, userId, at, stage } = item as JsonObject;
  const found = id ?? seq ?? key ?? userId ?? (stage === undefined ? undefined : [at, stage]);
  return found === undefined ? undefined : JSON.stringify(found);
}
