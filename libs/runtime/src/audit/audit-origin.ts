import type { AuditActor, Principal } from '@output-review/contracts';

/** Who does something, and from where; every request is one. */
export interface AuditOrigin {
  /** A service acts by itself, in nobody's name. */
  readonly principal: Principal;
  /** Null where there is no request, or nobody knows. */
  readonly clientAddress: string | null;
  readonly requestId: string | null;
}

/** Names who does something as answers do: a person by e-mail, a named token by its name. */
export function auditActorOf(principal: Principal): AuditActor {
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
