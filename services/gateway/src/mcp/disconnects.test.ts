import { expect, test } from '@jest/globals';
import { awaitedLocks, eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { beginBody } from '../../test/partial-body.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();

/** Begins a message of the given length. */
function begin(part: string, length = part.length) {
  const url = `${system.gateway.publicUrl}/api/mcp`;
  const headers = { authorization: system.authorization, 'content-length': String(length) };
  return beginBody({ url, part, headers });
}

async function bytesInFlight(): Promise<string | undefined> {
  const text = await (await fetch(`${system.gateway.url}/metrics`)).text();
  return /^output_review_bodies_in_flight_bytes{sender="callers"} (\d+)$/m.exec(text)?.[1];
}

/** Blocks token lookups. */
async function holdLookUps() {
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE tokens; UPDATE tokens SET last_used_at = NULL');
  return {
    areWaiting: () =>
      eventually(async () => {
        // Earlier lookups may still record the last use of their token.
        const lookUps = "relation = 'tokens'::regclass AND query NOT LIKE 'UPDATE%'";
        expect(await awaitedLocks(system.sql, lookUps)).toHaveLength(1);
      }),
    /** Waits until the lookups have finished: a found token is recorded as used. */
    release: async () => {
      await client.query('COMMIT');
      await eventually(async () => {
        const { rowCount } = await client.query('SELECT FROM tokens WHERE last_used_at IS NULL');
        expect(rowCount).toBe(0);
      });
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

test('a client that hangs up while its message waits for memory gives the memory back', async () => {
  // Leaves 333 bytes of the token's share.
  const slow = [...Array<number>(4).fill(4_500_000), 3_333_000].map((length) =>
    begin('x'.repeat(70_000), length),
  );
  await eventually(async () => expect(await bytesInFlight()).toBe('350000'));
  await using lookUps = await holdLookUps();

  const params = { of: 'x'.repeat(400) };
  const message = begin(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }));
  await lookUps.areWaiting();
  // A body that arrives too slowly would be dropped to make room.
  for (const each of slow) each.send('x');
  await lookUps.release();
  message.destroy();
  // Gives the gateway time to handle this hang-up before the next ones.
  await bytesInFlight();
  for (const each of slow) each.destroy();

  await eventually(async () => expect(await bytesInFlight()).toBe('0'));
});
