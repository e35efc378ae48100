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
  /** Whether its URL cannot be opened any more: its address is no more than the origin then. */
  readonly isUrlLost: boolean;
  readonly events: readonly OutputEvent[];
  readonly isActive: boolean;
  readonly endedReason: EndedReason | null;
  readonly hasSecret: boolean;
  readonly formerSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly lastDeliveredAt: Date | null;
  readonly failingSince: Date | null;
}

/** A channel: it is told of outputs so that people decide them, unsigned. */
export function isChannel(kind: DestinationKind): boolean {
  return kind === 'slack' || kind === 'slack_app' || kind === 'email';
}

/** What the secrets of a Slack app are sealed for: in another row they cannot be opened. */
export function placeOfSlackApp(workspaceId: string): string {
  return `slack app ${workspaceId}`;
}

/** A URL that a workspace has subscribed to events. */
export interface Subscription extends Pick<
  Destination,
  'id' | 'isUrlLost' | 'events' | 'createdAt' | 'isActive' | 'endedReason'
> {
  readonly url: string;
  readonly source: 'api' | 'dashboard';
}

/** Under which token's id a subscription is kept as posted; null where who posts it may end any. */
export function posterOf(principal: WorkspacePrincipal): string | null {
  return principal.kind === 'token' && principal.name !== null ? principal.tokenId : null;
}

export function sourceOf(principal: WorkspacePrincipal): Subscription['source'] {
  return principal.kind === 'user' ? 'dashboard' : 'api';
}

/** What the URL and the secrets of a destination are sealed for: in another row they cannot be opened. */
export function placeOfDestination(destinationId: string): string {
  return `destination ${destinationId}`;
}

/** Who has a URL may write there: tokens, which act for the workspace, and admins see all of it. */
export function showUrl(url: string, principal: WorkspacePrincipal): string {
  return seesWholeUrl(principal) ? url : `${originOf(url)}/…`;
}

function seesWholeUrl(principal: WorkspacePrincipal): boolean {
  return principal.kind === 'token' || principal.role === 'admin';
}

/** What of a URL may be told to everybody. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
