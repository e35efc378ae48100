import { Type } from '@sinclair/typebox';

import { DECISIONS, type DecisionSource } from '../output.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { CorrectedActionData } from './outputs-submitted.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

const example = {
  workspaceId: '01960000-0000-7000-8000-000000000001',
  id: '01960000-0000-7000-8000-0000000000aa',
  sequence: 3,
};

// `sequence` increases by one with each event of review about an output. Readers that keep a state ignore older events.
const identity = {
  workspaceId: Type.String(),
  id: Type.String(),
  sequence: Type.Integer({ minimum: 1 }),
};

// Readers of the previous release know no other sources.
const SOURCES = ['dashboard', 'api', 'deadline'] as const;

/** The name of a source in events: a decision in Slack is a person's, like one in the dashboard. */
export function sourceInEvents(source: DecisionSource): (typeof SOURCES)[number] {
  return source === 'slack' ? 'dashboard' : source;
}

/** Somebody sent an evaluated output back to the queue. */
export const outputsFlagged = defineEvent({
  topic: TOPICS.outputsFlagged,
  schema: Type.Object(
    {
      ...identity,
      flaggedAt: Timestamp,
      flaggedBy: Type.String(),
      reason: Nullable(Type.String()),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: { ...example, flaggedAt: '2026-01-02T03:05:00.000Z', flaggedBy: 'api', reason: null },
    invalid: { ...example, flaggedAt: 'yesterday' },
  },
});

/** A person decided. */
export const outputsDecided = defineEvent({
  topic: TOPICS.outputsDecided,
  schema: Type.Object(
    {
      ...identity,
      decidedAt: Timestamp,
      decidedBy: Type.String(),
      source: OneOf(SOURCES),
      decision: OneOf(DECISIONS),
      comment: Nullable(Type.String()),
      correctedOutput: Nullable(Type.String()),
      /** Absent in events of releases without corrected actions. */
      correctedAction: Type.Optional(Nullable(CorrectedActionData)),
      projectId: Type.Optional(Type.String()),
      taskId: Type.Optional(Nullable(Type.String())),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      ...example,
      decidedAt: '2026-01-02T03:05:00.000Z',
      decidedBy: 'ada@example.com',
      source: 'dashboard',
      decision: 'approved',
      comment: null,
      correctedOutput: null,
      correctedAction: null,
      projectId: '01960000-0000-7000-8000-0000000000b1',
      taskId: null,
    },
    invalid: { ...example, decision: 'maybe' },
  },
});

/** Somebody recorded a lesson from a decided output. Its decision does not change. */
export const outputsTaught = defineEvent({
  topic: TOPICS.outputsTaught,
  schema: Type.Object(
    {
      ...identity,
      taughtAt: Timestamp,
      taughtBy: Type.String(),
      source: OneOf(SOURCES),
      comment: Type.String({ minLength: 1 }),
      projectId: Type.String(),
      taskId: Nullable(Type.String()),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      ...example,
      taughtAt: '2026-01-02T03:05:00.000Z',
      taughtBy: 'ada@example.com',
      source: 'dashboard',
      comment: 'Never promise a date.',
      projectId: '01960000-0000-7000-8000-0000000000b1',
      taskId: '01960000-0000-7000-8000-0000000000c1',
    },
    invalid: { ...example, taughtAt: '2026-01-02T03:05:00.000Z', comment: '' },
  },
});

/** An output was deleted permanently. No later event restores it. */
export const outputsDeleted = defineEvent({
  topic: TOPICS.outputsDeleted,
  schema: Type.Object({ ...identity, deletedAt: Timestamp }, { additionalProperties: false }),
  examples: {
    valid: { ...example, deletedAt: '2026-01-02T03:05:00.000Z' },
    invalid: { ...example, sequence: 'three', deletedAt: '2026-01-02T03:05:00.000Z' },
  },
});

export type OutputsDecided = DataOf<typeof outputsDecided>;
export type OutputsTaught = DataOf<typeof outputsTaught>;
export type OutputsDeleted = DataOf<typeof outputsDeleted>;
