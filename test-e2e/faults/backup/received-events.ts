import type { ReceivedCall } from '@output-review/runtime/testing';

import type { PublishedEvents } from '../../stress/read-events.ts';

export interface Since {
  /** Index of the first call after the loss. */
  readonly from: number;
  /** Outputs whose results were lost: earlier calls about them are ignored. */
  readonly whoseOutputs: ReadonlySet<string>;
}

/** The events that a receiver of webhooks got, without duplicates by ID. */
export function toldOf(
  calls: readonly ReceivedCall[],
  { from, whoseOutputs }: Since,
): PublishedEvents {
  const verdicts = new Map<string, Set<string>>();
  const decisions = new Map<string, Set<string>>();
  for (const [index, { headers, body }] of calls.entries()) {
    const id = String(body['id']);
    if (index < from && whoseOutputs.has(id)) continue;
    const [map, key] = body['humanDecision'] === null ? [verdicts, `${id}#1`] : [decisions, id];
    map.set(key, (map.get(key) ?? new Set()).add(String(headers['webhook-id'])));
  }
  return { verdicts, decisions };
}
