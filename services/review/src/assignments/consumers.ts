import { peopleChanged } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { applyPeople } from './people.sql.ts';

export const peopleConsumer = consumer(peopleChanged, {
  handle: async ({ db, jobs }, batch) => {
    await db.transaction((tx) =>
      applyPeople(
        tx,
        batch.map(({ data }) => data),
      ),
    );
    jobs.tailEvents.wake();
  },
});
