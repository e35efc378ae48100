import { expect, test } from '@jest/globals';
import { newId } from '@output-review/runtime';
import { awaitedLocks, eventually, openTcpProxy } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { objectsOf } from '../../test/claiming.ts';
import { linkClient, openLink } from '../../test/links/link-client.ts';
import { PUBLIC_URL, useTestMedia, type TestMedia } from '../../test/test-media.ts';

const media = useTestMedia();

async function startReplica(given: Parameters<TestMedia['startReplica']>[0]) {
  const replica = await media.startReplica(given);
  return { url: replica.url, [Symbol.asyncDispose]: () => replica.stop() };
}

/** Blocks commits that replace the bytes of an upload. */
async function holdCommits() {
  await media.db.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER wait_for_test AFTER UPDATE OF object_key ON uploads
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_test();`);
  const client = new Client(media.database.urlOf('media'));
  await client.connect();
  await client.query('SELECT pg_advisory_lock(1)');
  return {
    isHeld: () =>
      eventually(async () =>
        expect(await awaitedLocks(client, "locktype = 'advisory'")).toHaveLength(1),
      ),
    release: () => client.query('SELECT pg_advisory_unlock(1)'),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

test('an upload keeps its bytes if the connection breaks during the commit', async () => {
  const client = await linkClient(media, newId());
  const { uploadUrl, key } = await client.announce();
  await openLink(media, uploadUrl, { method: 'PUT', body: 'one' });
  const databaseUrl = new URL(media.database.urlOf('media'));
  await using proxy = await openTcpProxy(Number(databaseUrl.port));
  databaseUrl.port = String(proxy.port);
  // A single connection, so that the next one is new.
  const given = { databaseUrl: databaseUrl.href, connectionsMax: 1 };
  await using replica = await startReplica(given);
  await using commits = await holdCommits();

  const url = uploadUrl.replace(PUBLIC_URL, replica.url);
  const answer = fetch(url, { method: 'PUT', body: 'two' });
  await commits.isHeld();
  proxy.cut();
  await commits.release();

  expect((await answer).status).toBe(503);
  await eventually(async () => {
    expect(await objectsOf(media, client.workspaceId)).toHaveLength(1);
  });
  const { url: link } = await client.linkTo(key);
  expect(await (await openLink(media, link)).text()).toBe('two');
});
