import type {
  DestinationKind,
  EndedReason,
  OutputEvent,
  WorkspacePrincipal,
} from '@output-review/contracts';

/** Where events of a workspace go. */
export interface Destination {
  readonly id: string;
  readonly kind: DestinationKind;
  readonly source: 'api' | 'dashboard' | 'settings' | 'callbacks';
  /** A URL in full, or an e-mail address; null for callbacks. */
  readonly address: string | null;
  readonly events: readonly OutputEvent[];
  readonly isActive: boolean;
  readonly endedReason: EndedReason | null;
  readonly hasSecret: boolean;
  readonly formerSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly lastDeliveredAt: Date | null;
  readonly failingSince: Date | null;
}

/** A URL that a workspace has subscribed to events. */
export interface Subscription {
  readonly id: string;
  readonly url: string;
  readonly events: readonly OutputEvent[];
  readonly source: 'api' | 'dashboard';
  readonly createdAt: Date;
  readonly isActive: boolean;
  readonly endedReason: EndedReason | null;
}

/** Under which token's id a subscription is kept as posted; null where who posts it may end any. */
export function posterOf(principal: WorkspacePrincipal): string | null {
  return principal.kind === 'token' && principal.name !== null ? principal.tokenId : null;
}

export function sourceOf(principal: WorkspacePrincipal): Subscription['source'] {
  return principal.kind === 'user' ? 'dashboard' : 'api';
}
