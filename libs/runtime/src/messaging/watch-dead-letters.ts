import type { SqlClient } from '../postgres/database.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Tells of the messages that were set aside and wait for somebody. Replicas share the table: take `max`. */
export function watchDeadLetters(metrics: Metrics, sql: SqlClient): void {
  const open = metrics.gauge({
    name: 'output_review_dead_letters_open',
    help: 'Dead letters that were not replayed, by reason; counted up to 10,000.',
    labels: ['topic', 'group', 'code'],
  });
  metrics.beforeScrape({
    name: 'dead letters',
    read: async () => {
      const { rows } = await sql.query<OpenRow>(COUNT_OPEN);
      open.clear();
      for (const { topic, group, code, count } of rows) {
        open.set({ topic, group, code }, Number(count));
      }
    },
    clear: () => open.clear(),
  });
}

interface OpenRow {
  readonly topic: string;
  readonly group: string;
  readonly code: string;
  readonly count: string;
}

// Enough to tell one from a flood, and quick to count.
const COUNT_OPEN = `
SELECT topic, consumer_group AS "group", code, count(*) AS count
FROM (
  SELECT topic, consumer_group, code FROM dead_letters
  WHERE replayed_at IS NULL ORDER BY id LIMIT 10000
) AS open
GROUP BY topic, consumer_group, code`;
