import type { Operation } from '@output-review/contracts';

import type { Answer, Client } from '../../harness/client.ts';
import type { Sample } from './samples.ts';

/** Calls an operation with a sample. */
export function tryOperation(
  client: Client,
  { method, path, bytes }: Operation,
  sample: Sample = {},
): Promise<Answer> {
  const filled = path.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => sample.path?.[name] ?? 'unknown',
  );
  const target = `${filled}?${new URLSearchParams(sample.query).toString()}`;
  switch (method) {
    case 'GET':
      if (bytes === 'events') return begin(client, target);
      return client.get(target);
    case 'POST':
      return client.post(target, sample.body);
    case 'PATCH':
      return client.patch(target, sample.body);
    case 'DELETE':
      return client.delete(target, sample.body === undefined ? {} : { body: sample.body });
    case 'PUT':
      throw new Error(`PUT is not supported here: ${path}`);
  }
}

/** Reads only the start of an endless response. */
async function begin(client: Client, target: string): Promise<Answer> {
  return { ...(await client.glance(target)), body: {}, text: '' };
}
