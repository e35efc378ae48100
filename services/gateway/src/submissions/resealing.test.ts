import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { generateAssertionKeys, makeEncryptor } from '@output-review/runtime';

import { reseal } from '../../test/reseal.ts';
import { startTestGateway } from '../../test/start-test-gateway.ts';

const URL = 'https://example.com/hook?secret=1';
const newKey = () => randomBytes(32).toString('base64');

test('re-encrypts the callback URL of a submission that review lacks, and leaves its metadata', async () => {
  const [former, present] = [newKey(), newKey()];
  const operatorKeys = generateAssertionKeys();
  await using system = await startTestGateway({
    ...{ encryptor: makeEncryptor(former), operatorPublicKey: operatorKeys.publicKey },
  });
  const [id, metadata] = ['sealed', { callbackUrlSealed: 'v1.12345678.abc' }];
  system.peers.review.missing.add(id);
  const output = { project: 'Support', output: 'Hello.', id, metadata, callbackUrl: URL };
  expect((await system.tokenApi.post('/api/logs', output)).status).toBe(202);

  const both = await system.startAgain({ encryptor: makeEncryptor(present, [former]) });
  await reseal(both.url, operatorKeys);
  await both.stop();

  const { rows } = await system.sql.query<{ sealed: string; metadata: object }>(
    `SELECT body::json ->> 'callbackUrlSealed' AS sealed, body::json #> '{content,metadata}' AS metadata
     FROM submissions WHERE id = $1`,
    [id],
  );
  expect(makeEncryptor(present).open(rows[0]?.sealed ?? '')).toBe(URL);
  expect(rows[0]?.metadata).toEqual(metadata);
});
