import { randomBytes } from 'node:crypto';

import { expect } from '@jest/globals';
import type { DestinationKind, JudgedContentData, OutputEvent } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { placeOfDestination } from '../src/destinations/destinations.pure.ts';
import { anEvaluation, aSubmission, type TestReview } from './test-review.ts';

export interface DestinationGiven {
  readonly workspaceId: string;
  readonly url: string;
  readonly kind?: DestinationKind;
  readonly secret?: string;
  readonly formerSecret?: string;
  readonly formerUntil?: Date;
}

/** Adds a destination with its own URL, as if it had been created long ago. */
export async function addDestination(t: TestReview, given: DestinationGiven): Promise<string> {
  const { workspaceId, url, kind = 'subscription', secret = aSecret() } = given;
  const id = newId();
  const place = placeOfDestination(id);
  const { formerSecret = null, formerUntil = null } = given;
  await t.sql.query(
    `INSERT INTO destinations (
       id, workspace_id, kind, source, url_sealed, url_key, address, events, secret_sealed,
       former_secret_sealed, former_secret_until, created_at
     ) VALUES ($1, $2, $3, 'api', $4, $1, $5, '{}', $6, $7, $8, $9)`,
    [
      ...[id, workspaceId, kind, t.encryptor.seal(url, place), new URL(url).origin],
      ...[t.encryptor.seal(secret, place), formerSecret && t.encryptor.seal(formerSecret, place)],
      ...[formerUntil, t.clock.now()],
    ],
  );
  return id;
}

export const aSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export interface DeliveryGiven {
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly outputId: string | null;
  readonly event?: OutputEvent;
  readonly words?: object;
  readonly happenedAt?: Date;
  readonly state?: string;
  readonly nextAttemptAt?: Date;
}

/** Adds a delivery, like a change does. */
export async function addDelivery(t: TestReview, given: DeliveryGiven): Promise<string> {
  const { workspaceId, destinationId, outputId, event = 'flagged', words = {} } = given;
  const { happenedAt = t.clock.now(), state = 'pending', nextAttemptAt = null } = given;
  const { rows } = await t.sql.query<{ id: string }>(
    `INSERT INTO deliveries (
       workspace_id, destination_id, lane, output_id, event, happened_at, status, verdict,
       confidence_score, words, state, next_attempt_at
     ) VALUES ($1, $2, $2, $3, $4, $5, 'flagged', 'fail', 0.5, $6, $7, $8) RETURNING id`,
    [
      ...[workspaceId, destinationId, outputId, event, happenedAt, JSON.stringify(words)],
      ...[state, nextAttemptAt],
    ],
  );
  return rows[0]!.id;
}

/** The row of a delivery. */
export async function deliveryRow(t: TestReview, id: string) {
  const { rows } = await t.sql.query<{
    state: string;
    attempt_count: number;
    last_status: number | null;
    last_error: string | null;
    next_attempt_at: Date | null;
  }>(
    `SELECT state, attempt_count, last_status, last_error, next_attempt_at FROM deliveries WHERE id = $1`,
    [id],
  );
  return rows[0]!;
}

interface OutputGiven extends Pick<DestinationGiven, 'kind' | 'secret'> {
  readonly action?: JudgedContentData['action'];
}

/** An evaluated output, and a destination for its events. */
export async function anOutput(
  t: TestReview,
  url: string,
  { kind = 'subscription', secret = aSecret(), action = null }: OutputGiven = {},
) {
  const given = aSubmission({ projectName: 'Support', tags: ['a', 'b'] });
  const submission = { ...given, content: { ...given.content, action } };
  const { workspaceId, id } = submission;
  await t.submit(submission);
  await t.evaluate(anEvaluation(submission));
  const destinationId = await addDestination(t, { workspaceId, url, kind, secret });
  return { workspaceId, outputId: id, destinationId, secret, submission };
}

/** Waits until a delivery has this state. */
export const untilDelivery = (t: TestReview, id: string, wanted: object) =>
  eventually(async () => {
    const row = await deliveryRow(t, id);
    expect(row).toMatchObject(wanted);
    return row;
  });
