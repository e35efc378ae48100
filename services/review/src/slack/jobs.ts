import { job } from '../context.ts';
import { listActiveApps } from '../destinations/slack-apps.sql.ts';
import { emptyErased } from './erasure.ts';
import { addDeletions } from './messages.sql.ts';

export const notifyAppsOfDeletion = job({
  name: 'notify Slack apps of deleted outputs',
  everyMs: 60 * 60_000,
  run: async ({ db }, signal) => {
    for (const id of await listActiveApps(db)) await addDeletions(db, id, signal);
  },
});

export const emptyErasedMessages = job({
  name: 'empty Slack messages of erased workspaces',
  everyMs: 10_000,
  run: emptyErased,
});
