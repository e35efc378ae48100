import { expect, test } from '@jest/globals';
import { startSlackServer, startWebhookReceiver } from '@output-review/runtime/testing';

import { startJudgeServer } from '../harness/judge-server.ts';
import { embeddedDatabaseUrl } from '../harness/process.ts';
import { startEmbeddedSystem } from '../harness/system.ts';
import { fill } from './fill.ts';
import { operationsOf } from './read-everything.ts';
import { countRows } from './tables.ts';

// The next release is upgraded from this one: each table must have rows then whose upgrade is looked at.
test('of this release every table that keeps something is filled', async () => {
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
    // What only a fault writes, the test of the upgrade writes itself.
    expect(empty.filter((table) => !table.endsWith('.dead_letters'))).toEqual([]);
  } finally {
    await system.stop();
    await judge.close();
  }
}, 120_000);
