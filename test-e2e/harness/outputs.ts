import { randomBytes } from 'node:crypto';

import { eventually } from '@output-review/runtime/testing';

import type { Answer, Client, JsonObject } from './client.ts';

/** A unique name, because journeys may share a running system. */
export function uniqueName(what: string): string {
  return `${what} ${randomBytes(6).toString('hex')}`;
}

export interface Submitted {
  readonly id: string;
  readonly answer: Answer;
}

/** Submits an output. @throws unless it is accepted. */
export async function submit(client: Client, body: JsonObject): Promise<Submitted> {
  const answer = await client.post('/api/logs', body);
  if (answer.status !== 202 && answer.status !== 200) {
    throw new Error(`Submitting answered ${answer.status}: ${answer.text}`);
  }
  return { id: String(answer.body['id']), answer };
}

/** Polls the status until the output is evaluated, as callers do. */
export async function awaitVerdict(
  client: Client,
  id: string,
  timeoutMs = 20_000,
): Promise<Answer> {
  return eventually(async () => {
    const answer = await client.get(`/api/logs/${id}/status`);
    if (answer.status !== 200 || answer.body['status'] === 'pending') {
      throw new Error(`Still waiting for ${id}: ${answer.status} ${answer.text}`);
    }
    return answer;
  }, timeoutMs);
}

/** @returns the response of a search. */
export async function search(client: Client, query: Record<string, string>): Promise<JsonObject> {
  const answer = await client.get(`/api/logs?${new URLSearchParams(query).toString()}`);
  if (answer.status !== 200) throw new Error(`Search answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
