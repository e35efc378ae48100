import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { ADMIN, startTestGateway, type TestGateway } from './start-test-gateway.ts';

let system: TestGateway;

beforeAll(async () => {
  system = await startTestGateway();
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

/** As before the first start. */
async function forgetEverybody(): Promise<void> {
  await system.sql.query('TRUNCATE "user", account, session, workspaces, members, tokens CASCADE');
}

describe('the first access', () => {
  test('happens once, however often the installation starts', async () => {
    const again = await system.startAgain({
      bootstrap: { ...ADMIN, email: 'second@example.com', token: 'wh-second' },
    });

    expect([system.gateway.isBootstrapped, again.isBootstrapped]).toEqual([true, false]);
    const { rows } = await system.sql.query('SELECT email FROM "user"');
    expect(rows).toEqual([{ email: 'ada@example.com' }]);
    await again.stop();
  });

  test('is made by one of several gateways that start at once', async () => {
    await forgetEverybody();

    const gateways = await Promise.all([1, 2, 3].map(() => system.startAgain()));

    const made = gateways.filter(({ isBootstrapped }) => isBootstrapped);
    expect(made).toHaveLength(1);
    const { rows } = await system.sql.query('SELECT count(*)::int AS tokens FROM tokens');
    expect(rows).toEqual([{ tokens: 1 }]);
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  });

  test('must be said while there is no user, and not afterwards', async () => {
    await forgetEverybody();

    await expect(system.startAgain({ bootstrap: null })).rejects.toThrow(
      /There is no user yet[^]*BOOTSTRAP_EMAIL[^]*BOOTSTRAP_WORKSPACE/,
    );

    await (await system.startAgain()).stop();
    const later = await system.startAgain({ bootstrap: null });
    expect(later.isBootstrapped).toBe(false);
    await later.stop();
  });
});
