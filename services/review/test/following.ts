import type { Principal } from '@output-review/contracts';
import { openDatabase, type SqlClient } from '@output-review/runtime';
import {
  type EventReader,
  eventually,
  readEvents,
  silentLog,
} from '@output-review/runtime/testing';

import { MIGRATIONS } from '../src/migrations/index.ts';
import { aPerson, type TestReview } from './test-review.ts';

interface Resuming {
  /** The URL of another replica. */
  readonly url?: string;
  /** The last ID that was read. By default, starts now. */
  readonly lastId?: string;
}

/** Followers of review's streams, and another writer of its log that can leave a transaction open. */
export async function startFollowing(t: TestReview) {
  const writer = await openDatabase({
    ...{ url: t.database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 3, log: silentLog },
  });
  const readers: EventReader[] = [];
  const follow = async (
    who: Principal,
    { url = t.review.url, lastId = '' }: Resuming = {},
  ): Promise<EventReader> => {
    const headers = await t.headersOf(who);
    const resuming = lastId === '' ? {} : { 'last-event-id': lastId };
    const reader = await readEvents(`${url}/api/events`, { ...headers, ...resuming });
    readers.push(reader);
    return reader;
  };
  return {
    writer,
    follow,
    /** Follows, and waits until it knows its position. */
    followFromNow: async (workspaceId: string): Promise<EventReader> => {
      const reader = await follow(aPerson(workspaceId, 'viewer'));
      await eventually(() => {
        if (reader.lastId === '') throw new Error('The reader has no position yet');
      });
      return reader;
    },
    /** Writes in one transaction that outputs were evaluated. */
    happen: async (
      workspaceId: string,
      ids: readonly string[],
      client: SqlClient = writer,
    ): Promise<void> => {
      await client.query(
        `INSERT INTO output_events (workspace_id, output_id, event, at, status)
         SELECT $1, id, 'evaluated', $3, 'pass' FROM unnest($2::text[]) AS id`,
        [workspaceId, ids, t.clock.now()],
      );
    },
    stop: async (): Promise<void> => {
      for (const reader of readers) reader.close();
      await writer.close();
    },
  };
}

export type Following = Awaited<ReturnType<typeof startFollowing>>;
