import { expect, test } from '@jest/globals';

import { openDatabase } from '../../src/postgres/open-database.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { createTestDatabase } from '../../src/testing/test-database.ts';

test('a time is stored exactly, also from before standard time, whatever the zone of the process', async () => {
  const server = await createTestDatabase();
  const options = { url: server.urlOf('review'), schema: 'review', migrations: [], poolMax: 1 };
  const db = await openDatabase({ ...options, log: silentLog });
  // Until 1883, New York was 4:56:02 behind UTC.
  process.env['TZ'] = 'America/New_York';
  try {
    const times = [
      '0001-01-01T00:00:00.000Z',
      '1800-01-01T00:00:00.001Z',
      '9999-12-31T23:59:59.999Z',
    ];
    const { rows } = await db.query<{ at: Date; isExact: boolean }>(
      `SELECT at, at = text::timestamptz AS "isExact"
       FROM unnest($1::timestamptz[], $2::text[]) AS t (at, text)`,
      [times.map((time) => new Date(time)), times],
    );
    expect(rows).toEqual(times.map((time) => ({ at: new Date(time), isExact: true })));
  } finally {
    delete process.env['TZ'];
    await db.close();
    await server.drop();
  }
});
