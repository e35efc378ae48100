import { peopleChanged } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { releaseWork } from './assignments.sql.ts';
import { applyPeople } from './people.sql.ts';

export const peopleConsumer = consumer(peopleChanged, {
  handle: async ({ db, jobs }, batch) => {
    const changes = batch.map(({ data }) => data);
    await db.transaction((tx) => applyPeople(tx, changes));
    // Also for a version that is already known: the call that precedes the event leaves some work, and so may a kill.
    for (const workspaceId of new Set(changes.map((change) => change.workspaceId))) {
      while (await db.transaction((tx) => releaseWork(tx, workspaceId))) jobs.tailEvents.wake();
    }
    jobs.tailEvents.wake();
  },
});
