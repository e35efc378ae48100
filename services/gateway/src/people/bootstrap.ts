import { peopleChanged, SCOPES, workspacesChanged } from '@output-review/contracts';
import {
  addToOutbox,
  type Clock,
  type Database,
  makeOutgoingEvent,
  newId,
  type SqlClient,
  StartFault,
} from '@output-review/runtime';

import type { BootstrapConfig } from '../config.ts';
import { insertToken } from '../tokens/tokens.sql.ts';
import { readWorkspace } from '../workspaces/workspaces.sql.ts';
import { insertUser } from './accounts.sql.ts';
import { raisePeople } from './announce.sql.ts';
import { addMember, insertWorkspace } from './members.sql.ts';
import type { PasswordHasher } from './hash-queue.ts';

interface Bootstrapping {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
}

/**
 * Creates the first admin, workspace and token, once. If it is killed and called again, it has created all of them or
 * none.
 *
 * @throws StartFault if there is no user and none is configured.
 */
export async function bootstrap(
  { db, clock, hasher }: Bootstrapping,
  access: BootstrapConfig | null,
): Promise<void> {
  // Hashing is slow, and nearly every start finds a user.
  if (await hasUser(db)) return;
  if (!access) {
    throw new StartFault(
      'There is no user yet, so nobody can sign in. For the first start, set BOOTSTRAP_EMAIL, ' +
        'BOOTSTRAP_PASSWORD, BOOTSTRAP_TOKEN and BOOTSTRAP_WORKSPACE.',
    );
  }
  const passwordHash = await hasher.hash(access.password);
  await writeFirstAccess(db, { ...access, passwordHash, at: clock.now() });
}

async function hasUser(client: SqlClient): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM "user" LIMIT 1');
  return rows.length > 0;
}

interface NewAccess extends BootstrapConfig {
  readonly passwordHash: string;
  readonly at: Date;
}

/** Inserts the first admin, workspace and token, unless there is a user already. */
function writeFirstAccess(db: Database, { passwordHash, at, ...access }: NewAccess): Promise<void> {
  return db.transaction(async (tx) => {
    // Two gateways that start concurrently must not both find it empty.
    await tx.query('LOCK TABLE "user" IN SHARE ROW EXCLUSIVE MODE');
    if (await hasUser(tx)) return;
    const userId = newId();
    const workspaceId = newId();
    const email = access.email.toLowerCase();
    const name = email.split('@')[0] ?? email;
    // The operator vouches for the address.
    const isVerified = true;
    await insertUser(tx, { id: userId, name, email, passwordHash, isVerified, createdAt: at });
    await insertWorkspace(tx, { id: workspaceId, name: access.workspace, createdAt: at });
    await addMember(tx, { workspaceId, userId, role: 'admin', joinedAt: at });
    await insertToken(tx, workspaceId, {
      ...{ id: newId(), name: null, scopes: SCOPES, token: access.token },
      // The operator is not a user.
      ...{ expiresAt: null, createdAt: at, userId: null },
    });
    const facts = { key: workspaceId, source: 'gateway', time: at.toISOString() } as const;
    const told = [
      { topic: workspacesChanged.topic, data: await readWorkspace(tx, workspaceId) },
      { topic: peopleChanged.topic, data: await raisePeople(tx, workspaceId) },
    ];
    const events = told.map((each) => makeOutgoingEvent({ ...facts, ...each, id: newId() }));
    await addToOutbox(tx, events);
  });
}
