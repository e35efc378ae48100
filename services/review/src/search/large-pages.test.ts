import { newId, type SqlClient } from '@output-review/runtime';
import { expect, test } from '@jest/globals';

import { readSearchRequest } from './search.pure.ts';
import { search } from './search.ts';
import { submitLarge } from '../../test/large-outputs.ts';
import { aPerson, useTestReview } from '../../test/test-review.ts';

const PAGE_BYTES_MAX = 2_200_000;

const ruleVersions = { lookUp: async () => new Map(), findId: async () => null };

const t = useTestReview();

/** The database, and the maximum of bytes in one of its responses. */
function watchAnswers() {
  const held = { bytesMax: 0 };
  const query = async (...statement: Parameters<typeof t.sql.query>) => {
    const answer = await t.sql.query(...statement);
    held.bytesMax = Math.max(held.bytesMax, JSON.stringify(answer.rows).length);
    return answer;
  };
  return { held, db: { query } as unknown as SqlClient };
}

test('a page reads only the requested texts, and only as many as it may hold', async () => {
  const workspaceId = newId();
  await submitLarge(t, workspaceId, 4);
  const pageOf = async (fields: string | undefined): Promise<number> => {
    const { held, db } = watchAnswers();
    const query = { page: 1, limit: 100, ...(fields === undefined ? {} : { fields }) };
    await search({ db, ruleVersions }, readSearchRequest(workspaceId, query), '');
    return held.bytesMax;
  };

  expect(await pageOf('id,status,projectName')).toBeLessThan(10_000);
  expect(await pageOf('id,metadata')).toBeLessThan(10_000);
  expect(await pageOf('id,excerpt')).toBeLessThan(20_000);
  expect(await pageOf(undefined)).toBeLessThan(PAGE_BYTES_MAX);
});

test('a page of large outputs is complete and in order', async () => {
  const workspaceId = newId();
  const outputs = await submitLarge(t, workspaceId, 4);
  const api = await t.as(aPerson(workspaceId));

  const whole = await api.get('/api/logs?limit=3');
  const inputs = await api.get('/api/logs?limit=100&fields=id,input&sortDir=asc');

  expect(whole.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(whole).toMatchObject({ status: 200, body: { total: 4, page: 1, limit: 3 } });
  const page = whole.body as { executions: Record<string, unknown>[]; nextCursor: string | null };
  expect(page.nextCursor).not.toBeNull();
  expect(page.executions.map(({ id }) => id)).toEqual(outputs.slice(0, 3).map(({ id }) => id));
  for (const [n, execution] of page.executions.entries()) {
    const { output, input, metadata } = outputs[n]!.content;
    expect(execution['output'] === output && execution['input'] === input).toBe(true);
    expect(execution).toMatchObject({ metadata, explanation: null, status: 'pending' });
  }
  const { executions } = inputs.body as { executions: Record<string, unknown>[] };
  expect(executions.map(Object.keys)).toEqual(Array(4).fill(['id', 'input']));
  expect(executions.map(({ id }) => id)).toEqual(outputs.map(({ id }) => id).reverse());
  expect(executions.every(({ input }, n) => input === outputs[3 - n]!.content.input)).toBe(true);
});

test('an output that is deleted while a large page is sent is left out', async () => {
  const workspaceId = newId();
  const outputs = await submitLarge(t, workspaceId, 20);
  const last = outputs.at(-1)!;
  const person = aPerson(workspaceId);
  const response = await fetch(`${t.review.url}/api/logs?limit=100`, {
    headers: await t.headersOf(person),
  });
  const parts: Uint8Array[] = [];
  for await (const part of response.body as ReadableStream<Uint8Array>) {
    if (parts.length === 0) {
      expect((await (await t.as(person)).delete(`/api/logs/${last.id}`)).status).toBe(200);
    }
    parts.push(part);
  }

  const page = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
    executions: { id: string }[];
  };
  expect(page.executions.map(({ id }) => id)).toEqual(outputs.slice(0, -1).map(({ id }) => id));
});
