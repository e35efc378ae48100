import { scryptSync } from 'node:crypto';

import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  makeStrictValidator,
  WORKSPACE_DEFAULTS,
  workspacesChanged,
  type WorkspacesChanged,
} from '@output-review/contracts';
import { openDatabase } from '@output-review/runtime';
import {
  createTestDatabase,
  eventually,
  makeApiClient,
  silentLog,
} from '@output-review/runtime/testing';

import { MIGRATIONS } from '../migrations/index.ts';
import { collectData } from '../../test/collect-data.ts';
import { ADMIN, useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();

/** Restores the state before the first start. */
async function resetInstallation(): Promise<void> {
  await system.sql.query('TRUNCATE "user", account, session, workspaces, members, tokens CASCADE');
}

describe('the first access', () => {
  test('happens once, however often the installation starts', async () => {
    const again = await system.startAgain({
      bootstrap: { ...ADMIN, email: 'second@example.com', token: 'wh-second' },
    });

    const { rows } = await system.sql.query('SELECT email FROM "user"');
    expect(rows).toEqual([{ email: 'ada@example.com' }]);
    await again.stop();
  });

  test('is created by one of several gateways that start concurrently', async () => {
    await resetInstallation();

    const gateways = await Promise.all([1, 2, 3].map(() => system.startAgain()));

    const { rows } = await system.sql.query('SELECT count(*)::int AS tokens FROM tokens');
    expect(rows).toEqual([{ tokens: 1 }]);
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  });

  test('must be configured while there is no user, and not afterwards', async () => {
    await resetInstallation();

    await expect(system.startAgain({ bootstrap: null })).rejects.toThrow(
      /There is no user yet[^]*BOOTSTRAP_EMAIL[^]*BOOTSTRAP_WORKSPACE/,
    );

    await (await system.startAgain()).stop();
    await (await system.startAgain({ bootstrap: null })).stop();
  });
});

test('stores a password with scrypt of 32 MiB by default, and verifies it at sign-in', async () => {
  await resetInstallation();

  const usual = await system.startAgain({ passwordHasher: undefined });

  const { rows } = await system.sql.query<{ password: string }>('SELECT password FROM account');
  const [salt = '', key] = rows[0]?.password.split(':') ?? [];
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(key).toBe(scryptSync(ADMIN.password, salt, 64, cost).toString('hex'));
  const signIn = (password: string) =>
    makeApiClient(usual.publicUrl).post('/api/auth/sign-in/email', {
      email: ADMIN.email,
      password,
    });
  expect((await signIn(ADMIN.password)).status).toBe(200);
  expect((await signIn('wrong')).status).toBe(401);
  await usual.stop();
});

describe('a workspace', () => {
  let told: WorkspacesChanged[];

  beforeAll(() => {
    told = collectData(system.bus, workspacesChanged);
  });

  test('is published when it is created', async () => {
    await resetInstallation();

    const again = await system.startAgain();

    await eventually(() => expect(told).toHaveLength(1));
    expect(makeStrictValidator(workspacesChanged.schema)(told[0])).toBeNull();
    expect(told[0]).toEqual({
      ...{ workspaceId: expect.any(String), version: 1, name: 'Acme', deleted: false },
      ...WORKSPACE_DEFAULTS,
    });
    await again.stop();
  });

  test('from before its events existed is published by the upgrade', async () => {
    const database = await createTestDatabase();
    const url = database.urlOf('gateway');
    const before = MIGRATIONS.findIndex(({ name }) => name.startsWith('WorkspaceSettings'));
    const old = await openDatabase({
      ...{ url, schema: 'gateway', migrations: MIGRATIONS.slice(0, before) },
      ...{ poolMax: 1, log: silentLog },
    });
    await old.query(`INSERT INTO workspaces (id, name, created_at) VALUES ('w', 'Old', now())`);
    await old.close();

    const upgraded = await system.startAgain({ databaseUrl: url });

    const workspace = { workspaceId: 'w', version: 1, name: 'Old', deleted: false };
    await eventually(() => expect(told).toContainEqual({ ...workspace, ...WORKSPACE_DEFAULTS }));
    await upgraded.stop();
    await database.drop();
  });
});
