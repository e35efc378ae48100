import {
  type AuditAction,
  type AuditActor,
  auditRecorded,
  type AuditRecorded,
  type AuditState,
  type AuditTargetKind,
  type Principal,
  type ServiceName,
} from '@output-review/contracts';
import {
  canonicalJson,
  type Clock,
  makeOutgoingEvent,
  newId,
  type OutgoingEvent,
} from '@output-review/runtime';

import { type KnownState, makeHideValues } from './hide-values.ts';

/** Who acts, and from where. Every request has these fields. */
export interface AuditOrigin {
  /** `service` is a service that acts on its own, for no caller. */
  readonly principal: Principal;
  /** Null if there is no request, or if the address is unknown. */
  readonly clientAddress: string | null;
  readonly requestId: string | null;
}

/** Names an actor as API answers do: a person by email, a named token by its name. */
function auditActorOf(principal: Principal): AuditActor {
  switch (principal.kind) {
    case 'user':
      return { kind: 'user', id: principal.userId, name: principal.email };
    case 'token': {
      const name = principal.name === null ? 'api' : `token:${principal.name}`;
      return { kind: 'token', id: principal.tokenId, name };
    }
    case 'service':
      return { kind: 'system', id: null, name: principal.service };
    case 'operator':
      return { kind: 'system', id: null, name: 'operator' };
  }
}

/** One action to audit. */
export interface AuditEntry {
  readonly workspaceId: string;
  readonly action: AuditAction;
  readonly target: { readonly kind: AuditTargetKind; readonly id: string };
  /** The output concerned, if any. */
  readonly logId?: string;
  /** Null or absent if nothing existed before. */
  readonly before?: KnownState | null;
  /** Null or absent if nothing exists afterwards. */
  readonly after?: KnownState | null;
}

/** Creates the event to publish for an action. */
export type AuditEventOf = (origin: AuditOrigin, entry: AuditEntry) => OutgoingEvent;

export interface AuditOptions {
  /** AUDIT_KEY: 32 bytes in base64. */
  readonly auditKey: string;
  /** The service that publishes. */
  readonly source: ServiceName;
  readonly clock: Clock;
}

/**
 * Creates the function that builds audit events. If there is a state before and after, only the fields that differ are
 * included. Texts and secrets are hidden here, before anything is written.
 */
export function makeAuditEventOf({ auditKey, source, clock }: AuditOptions): AuditEventOf {
  const hide = makeHideValues(auditKey);
  return ({ principal, clientAddress: address, requestId }, entry) => {
    const { workspaceId, action, target, logId = null } = entry;
    const [before, after] = onlyChanged(
      entry.before ? hide(workspaceId, entry.before) : null,
      entry.after ? hide(workspaceId, entry.after) : null,
    );
    const time = clock.now().toISOString();
    const actor = auditActorOf(principal);
    const data: AuditRecorded = {
      ...{ workspaceId, at: time, action, actor, address, requestId, target, logId, before, after },
    };
    const facts = { topic: auditRecorded.topic, key: workspaceId, id: newId(), source, time };
    return makeOutgoingEvent({ ...facts, data });
  };
}

/** Drops the fields that are equal before and after. */
function onlyChanged(
  before: AuditState | null,
  after: AuditState | null,
): readonly [AuditState | null, AuditState | null] {
  if (!before || !after) return [before, after];
  const isSame = (name: string): boolean =>
    canonicalJson(before[name] ?? null) === canonicalJson(after[name] ?? null);
  const changed = (state: AuditState): AuditState =>
    Object.fromEntries(Object.entries(state).filter(([name]) => !isSame(name)));
  return [changed(before), changed(after)];
}
