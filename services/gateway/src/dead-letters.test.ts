import { expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS, TOPICS } from '@output-review/contracts';
import {
  generateAssertionKeys,
  makeAssertionIssuer,
  makeServiceClient,
  systemClock,
} from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

import { startTestGateway } from '../test/start-test-gateway.ts';

test('lists a deletion that could not be decoded, and a replay deletes by its key', async () => {
  const operatorKeys = generateAssertionKeys();
  await using system = await startTestGateway({ operatorPublicKey: operatorKeys.publicKey });
  await system.tokenApi.post('/api/logs', { project: 'Support', output: 'text', id: 'o-1' });
  const { rows } = await system.sql.query<{ workspace_id: string }>(
    'SELECT workspace_id FROM submissions',
  );
  const key = `${rows[0]?.workspace_id ?? ''}/o-1`;
  const attributes = { source: 'review', time: new Date().toISOString(), traceparent: null };
  await system.bus.send([
    { topic: TOPICS.outputsDeleted, key, id: 'deletion', json: 'not json', ...attributes },
  ]);
  const client = makeServiceClient({
    ...{ service: 'gateway', baseUrl: () => system.gateway.url, log: silentLog },
  });
  const issuer = makeAssertionIssuer(operatorKeys.privateKey, systemClock);
  const assertion = issuer.as({ kind: 'operator' });

  const listed = await client.call(INTERNAL_OPERATIONS.listDeadLetters, { assertion });
  const ids = listed.deadLetters.map(({ id }) => id);
  const replayed = await client.call(INTERNAL_OPERATIONS.replayDeadLetters, {
    ...{ assertion, body: { ids: [...ids, '999'] } },
  });
  const left = await client.call(INTERNAL_OPERATIONS.listDeadLetters, { assertion });
  await client.close();

  expect(listed.deadLetters).toMatchObject([{ key, code: 'UNDECODABLE', replayedAt: null }]);
  expect(replayed).toEqual({ replayed: ids, failed: [{ id: '999', reason: expect.any(String) }] });
  expect(left.deadLetters).toEqual([]);
  const gone = await system.sql.query('SELECT FROM submissions WHERE deleted_at IS NOT NULL');
  expect(gone.rowCount).toBe(1);
});
