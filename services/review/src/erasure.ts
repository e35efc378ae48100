import { eraseKeyed, eraseLetters, eraseRows, type EraseStep } from '@output-review/shared-kernel';

import { eraseSlack } from './slack/erasure.ts';

// Only this function may delete audit records.
const AUDIT_ROWS_MAX = 1_000;

const eraseAudit: EraseStep = async (client, workspaceId) => {
  const { rows } = await client.query<{ gone: string }>('SELECT erase_audit($1, $2) AS gone', [
    workspaceId,
    AUDIT_ROWS_MAX,
  ]);
  return Number(rows[0]?.gone ?? 0);
};

// Events are small, few transactions wait for their locks, and they expire within a day. They have no index by
// workspace, which would slow down each insert. So one table scan deletes many of them.
const EVENTS_MAX = 20_000;

/** All data of a workspace in review, except the record that it was erased. */
export const ERASE_STEPS: readonly EraseStep[] = [
  // First, so that nothing is found from then on.
  eraseRows('outputs'),
  eraseRows('output_bodies'),
  eraseRows('output_results'),
  eraseRows('shadow_results'),
  eraseRows('claims'),
  eraseRows('decisions'),
  eraseRows('approvals'),
  eraseRows('timeline'),
  eraseRows('deliveries'),
  eraseRows('delivery_attempts'),
  eraseRows('destinations'),
  eraseRows('digest_items'),
  eraseRows('notification_settings'),
  eraseRows('output_events', EVENTS_MAX),
  eraseRows('daily_counts'),
  eraseRows('outcome_counts'),
  eraseRows('outcome_sets'),
  eraseRows('judge_counts'),
  eraseRows('statistics_counts'),
  eraseRows('statistics_decision_times'),
  eraseRows('backtests'),
  eraseRows('backtest_flips'),
  eraseRows('search_terms'),
  eraseRows('rule_sets'),
  eraseRows('names'),
  eraseRows('views'),
  eraseRows('people_versions'),
  eraseRows('people'),
  eraseRows('groups'),
  eraseRows('group_members'),
  eraseKeyed('outbox'),
  eraseLetters,
  eraseAudit,
  eraseSlack,
];
