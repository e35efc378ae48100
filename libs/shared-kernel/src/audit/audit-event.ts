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

/** Who does something, and from where; every request is one. */
export interface AuditOrigin {
  /** A service acts by itself, in nobody's name. */
  readonly principal: Principal;
  /** Null where there is no request, or nobody knows. */
  readonly clientAddress: string | null;
  readonly requestId: string | null;
}

/** Names who does something as answers do: a person by e-mail, a named token by its name. */
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

/** One thing that was done. */
export interface AuditEntry {
  readonly workspaceId: string;
  readonly action: AuditAction;
  readonly target: { readonly kind: AuditTargetKind; readonly id: string };
  /** The output that it is about, if it is about one. */
  readonly logId?: string;
  /** Null, or left out, where there was nothing. */
  readonly before?: KnownState | null;
  /** Null, or left out, where there is nothing any more. */
  readonly after?: KnownState | null;
}

/** Makes what is to be published of a thing that was done. */
export type AuditEventOf = (origin: AuditOrigin, entry: AuditEntry) => OutgoingEvent;

export interface AuditOptions {
  /** AUDIT_KEY: 32 bytes in base64. */
  readonly auditKey: string;
  /** The service that publishes. */
  readonly source: ServiceName;
  readonly clock: Clock;
}

/**
 * Makes what tells the audit. Where something stood before and after, only what differs is told; texts
 * and secrets are hidden here, before anything is written.
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

/** What is the same on both sides tells nothing of a change. */
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
