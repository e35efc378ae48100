import { expect, test } from '@jest/globals';
import { startSlackServer, startWebhookReceiver } from '@output-review/runtime/testing';

import { startJudgeServer } from '../harness/judge-server.ts';
import { embeddedDatabaseUrl } from '../harness/process.ts';
import { startEmbeddedSystem } from '../harness/system.ts';
import { fill } from './fill.ts';
import { operationsOf } from './read-everything.ts';
import { countRows } from './tables.ts';

// The next release is upgraded from this one. Every table must then have rows for the test of its upgrade.
test('fills every persistent table of this release', async () => {
  await using receiver = await startWebhookReceiver();
  await using slack = await startSlackServer();
  const judge = await startJudgeServer({ takesMs: 5 });
  const system = await startEmbeddedSystem({
    ...{ SIGN_UP: 'open', EGRESS_ALLOW_CIDRS: '127.0.0.0/8', SLACK_API_URL: slack.url },
    ...judge.settings,
  });
  try {
    await fill({ system, judge, receiver, slack, operations: await operationsOf(system) });

    const rows = await countRows(await embeddedDatabaseUrl(system.dataDir));
    const empty = [...rows].filter(([, count]) => count === 0).map(([table]) => table);
    // Dead letters only result from faults. The upgrade test creates them itself.
    expect(empty.filter((table) => !table.endsWith('.dead_letters'))).toEqual([]);
  } finally {
    await system.stop();
    await judge.close();
  }
}, 120_000);
