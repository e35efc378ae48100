import { type Static, Type } from '@sinclair/typebox';

import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/** The actions that the audit records, as `<what>.<done>`. */
export const AUDIT_ACTIONS = [
  'output.approved',
  'output.decided',
  'output.taught',
  'output.flagged',
  'output.edited',
  'output.deleted',
  'output.reevaluated',
  'output.escalated',
  'output.assigned',
  'outputs.exported',
  'rule.created',
  'rule.updated',
  'rule.deleted',
  'backtest.started',
  'backtest.cancelled',
  'project.created',
  'project.updated',
  'project.deleted',
  'task.created',
  'task.renamed',
  'task.updated',
  'task.deleted',
  'instructions.version_saved',
  'instructions.suggestion_accepted',
  'instructions.suggestion_dismissed',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'group.created',
  'group.updated',
  'group.deleted',
  'invitation.created',
  'invitation.revoked',
  'token.created',
  'token.revoked',
  'token.rotated',
  'settings.changed',
  'view.created',
  'view.updated',
  'view.deleted',
  'subscription.created',
  'subscription.deleted',
  'destination.secret_rotated',
  'workspace.created',
  'workspace.erased',
  'session.password_changed',
  'session.password_reset',
  'session.revoked',
  'slack.linked',
  'slack.unlinked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kind of object that an action changed. */
export const AUDIT_TARGET_KINDS = [
  'output',
  'rule',
  'backtest',
  'project',
  'task',
  'instructions',
  'suggestion',
  'member',
  'group',
  'invitation',
  'token',
  'destination',
  'view',
  'workspace',
  'user',
] as const;
export type AuditTargetKind = (typeof AUDIT_TARGET_KINDS)[number];

/** The kind of actor; `system` is a service that acts on its own. */
const AUDIT_ACTOR_KINDS = ['user', 'token', 'system'] as const;

/** The hash of a text or a secret: equal values of a workspace have equal hashes. */
const HiddenValue = Type.Object(
  { hmac: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
  { additionalProperties: false },
);

/** Numbers, booleans and enum members as they are, everything else hidden. */
export const AuditValue = Type.Union([
  Type.Null(),
  Type.Boolean(),
  Type.Number(),
  Type.String(),
  Type.Array(Type.String()),
  HiddenValue,
]);
export type AuditValue = Static<typeof AuditValue>;

/** The state before or after a change, by field name. */
export const AuditState = Type.Record(Type.String(), AuditValue);
export type AuditState = Static<typeof AuditState>;

export const AuditActor = Type.Object(
  {
    kind: OneOf(AUDIT_ACTOR_KINDS),
    /** ID of the user or token; null for the system. */
    id: Nullable(Type.String()),
    /** The actor's name as in API answers: an email address, `api`, `token:<name>` or a service. */
    name: Type.String(),
  },
  { additionalProperties: false },
);
export type AuditActor = Static<typeof AuditActor>;

// A newer writer may use values that this list lacks. An audit drops nothing, so a reader accepts unknown ones.
const Word = <L extends string>() => Type.Unsafe<L>({ type: 'string', pattern: '^[a-z_.]{1,64}$' });

const AuditTarget = Type.Object(
  { kind: Word<AuditTargetKind>(), id: Type.String() },
  { additionalProperties: false },
);

/**
 * An audited action; the key is the workspace. Every service that makes such a change publishes the event with it.
 * Events only add records, so a reader finds duplicates by event ID and never drops an event because of its order.
 */
export const auditRecorded = defineEvent({
  topic: TOPICS.auditRecorded,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      at: Timestamp,
      action: Word<AuditAction>(),
      actor: AuditActor,
      /** The client address of the request; null if there was none. */
      address: Nullable(Type.String()),
      requestId: Nullable(Type.String()),
      target: AuditTarget,
      /** The output concerned, if any. */
      logId: Nullable(Type.String()),
      /** The changed fields before the change; null if there was nothing. */
      before: Nullable(AuditState),
      /** The changed fields after the change; null if it was deleted. */
      after: Nullable(AuditState),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      at: '2026-01-02T03:04:05.678Z',
      action: 'output.decided',
      actor: {
        kind: 'user',
        id: '01960000-0000-7000-8000-0000000000c1',
        name: 'ada@example.com',
      },
      address: '203.0.113.7',
      requestId: '5f2b8f0e-2a55-4a4e-9f6c-0c5f4a0f3f11',
      target: { kind: 'output', id: 'answer-17' },
      logId: 'answer-17',
      before: { decision: null, comment: null },
      after: {
        decision: 'approved',
        comment: { hmac: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      },
    },
    invalid: { workspaceId: 'w', at: 'yesterday', action: 'Decided!', actor: 'ada@example.com' },
  },
});

export type AuditRecorded = DataOf<typeof auditRecorded>;
