import { expect, test } from '@jest/globals';
import type { SqlClient } from '@output-review/runtime';

import { ClaimInTurn } from './jobs.sql.ts';

type Answer = readonly { readonly workspaceId: string }[] | Error;

/** Claims on a database that returns these answers, one per statement. */
function claimsOf(answers: Answer[]) {
  const query = async () => {
    const answer = answers.shift() ?? [];
    if (answer instanceof Error) throw answer;
    return { rows: answer };
  };
  const claiming = { owner: 'me', leaseMs: 1_000 };
  const statement = { name: 'claim', text: '' };
  return new ClaimInTurn({ query } as unknown as SqlClient, claiming, statement);
}

const REQUEST = { limit: 3, except: [] };
const away = () => Object.assign(new Error('gone'), { code: 'ECONNRESET' });

test('returns the claimed jobs if the database fails before the rest is queried', async () => {
  const claims = claimsOf([[{ workspaceId: 'b' }], [{ workspaceId: 'c' }], away()]);
  await claims.claim(REQUEST);

  expect(await claims.claim(REQUEST)).toEqual([{ workspaceId: 'c' }]);
});

test('throws if the database fails before anything is claimed', async () => {
  const claims = claimsOf([[{ workspaceId: 'b' }], [], away()]);
  await claims.claim(REQUEST);

  await expect(claims.claim(REQUEST)).rejects.toThrow('gone');
});
