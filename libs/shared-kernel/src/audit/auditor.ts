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
  activeTraceparent,
  addToOutbox,
  canonicalJson,
  type OutgoingEvent,
  type SqlClient,
  type StoredEvent,
} from '@output-review/runtime';

import { type HideValues, type KnownState, makeHideValues } from './hide-values.ts';

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

export interface Auditor {
  /** What is to be published of these, for who writes to the outbox himself. */
  eventsOf(origin: AuditOrigin, entries: readonly AuditEntry[]): OutgoingEvent[];
  /**
   * Writes what was done to the outbox, in the transaction that does it. After the commit hand the result
   * to the relay, as that of `addToOutbox`.
   */
  record(
    tx: SqlClient,
    origin: AuditOrigin,
    ...entries: readonly AuditEntry[]
  ): Promise<StoredEvent[]>;
}

export interface AuditorOptions {
  /** AUDIT_KEY: 32 bytes in base64. */
  readonly auditKey: string;
  /** The service that publishes. */
  readonly source: ServiceName;
  readonly newId: () => string;
  readonly now: () => Date;
}

/**
 * Makes what tells the audit. Where something stood before and after, only what differs is told; texts
 * and secrets are hidden here, before anything is written.
 */
export function makeAuditor({ auditKey, source, newId, now }: AuditorOptions): Auditor {
  const hide = makeHideValues(auditKey);
  const eventsOf: Auditor['eventsOf'] = (origin, entries) => {
    const at = now().toISOString();
    const traceparent = activeTraceparent();
    return entries.map((entry) => {
      const data = recordOf(entry, { origin, at, hide });
      return {
        ...{ topic: auditRecorded.topic, key: entry.workspaceId, id: newId(), source },
        ...{ time: at, traceparent, json: JSON.stringify(data), data },
      };
    });
  };
  return {
    eventsOf,
    record: (tx, origin, ...entries) => addToOutbox(tx, eventsOf(origin, entries)),
  };
}

interface ProcessContext {
  readonly origin: AuditOrigin;
  readonly at: string;
  readonly hide: HideValues;
}

function recordOf(entry: AuditEntry, { origin, at, hide }: ProcessContext): AuditRecorded {
  const { workspaceId, action, target, logId = null } = entry;
  const [before, after] = onlyChanged(
    entry.before ? hide(workspaceId, entry.before) : null,
    entry.after ? hide(workspaceId, entry.after) : null,
  );
  const { principal, clientAddress: address, requestId } = origin;
  const actor = auditActorOf(principal);
  return { workspaceId, at, action, actor, address, requestId, target, logId, before, after };
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
