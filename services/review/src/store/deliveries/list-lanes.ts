import type { SqlClient } from '@output-review/runtime';

// One step of an index for each lane, however many deliveries stand in it.
const NEXT_LANE = (after: string) => `least(
  (SELECT lane FROM deliveries WHERE state = 'pending' AND lane > ${after} ORDER BY lane LIMIT 1),
  (SELECT lane FROM deliveries WHERE state = 'retrying' AND lane > ${after} ORDER BY lane LIMIT 1))`;

const LIST_LANES = `
WITH RECURSIVE lanes (lane, place) AS (
  SELECT ${NEXT_LANE('$1::text')}, 1
  UNION ALL
  SELECT ${NEXT_LANE('lanes.lane')}, lanes.place + 1
  FROM lanes WHERE lanes.lane IS NOT NULL AND lanes.place < $2
)
SELECT lane FROM lanes WHERE lane IS NOT NULL ORDER BY place`;

/** Lanes that have something to send, now or later, behind the given one, in their order. */
export const makeListLanes =
  (sql: SqlClient) =>
  async (after: string, limit: number): Promise<string[]> => {
    const { rows } = await sql.query<{ lane: string }>({
      ...{ name: 'list-lanes', text: LIST_LANES, values: [after, limit] },
    });
    return rows.map(({ lane }) => lane);
  };
