import type {
  DestinationKind,
  EndedReason,
  OutputEvent,
  WorkspacePrincipal,
} from '@output-review/contracts';

/** A receiver of events of a workspace. */
export interface Destination {
  readonly id: string;
  readonly kind: DestinationKind;
  readonly source: 'api' | 'dashboard' | 'settings' | 'callbacks';
  /** The full URL, or an email address. Null for callbacks. */
  readonly address: string | null;
  /** Whether its URL cannot be decrypted any more. Then its address is only the origin. */
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

/** A channel gets unsigned messages about outputs that people should decide. */
export function isChannel(kind: DestinationKind): boolean {
  return kind === 'slack' || kind === 'slack_app' || kind === 'email';
}

/** The encryption context of the secrets of a Slack app: they cannot be decrypted in another row. */
export function placeOfSlackApp(workspaceId: string): string {
  return `slack app ${workspaceId}`;
}

/** A URL that is subscribed to events of a workspace. */
export interface Subscription extends Pick<
  Destination,
  'id' | 'isUrlLost' | 'events' | 'createdAt' | 'isActive' | 'endedReason'
> {
  readonly url: string;
  readonly source: 'api' | 'dashboard';
}

/** The ID of the token that a subscription is recorded under. Null if the caller may delete any. */
export function posterOf(principal: WorkspacePrincipal): string | null {
  return principal.kind === 'token' && principal.name !== null ? principal.tokenId : null;
}

export function sourceOf(principal: WorkspacePrincipal): Subscription['source'] {
  return principal.kind === 'user' ? 'dashboard' : 'api';
}

/** The encryption context of the URL and secrets of a destination: they cannot be decrypted in another row. */
export function placeOfDestination(destinationId: string): string {
  return `destination ${destinationId}`;
}

/** Anyone with the URL may post to it. Tokens, which act for the workspace, and admins see all of it. */
export function showUrl(url: string, principal: WorkspacePrincipal): string {
  return seesWholeUrl(principal) ? url : `${originOf(url)}/…`;
}

function seesWholeUrl(principal: WorkspacePrincipal): boolean {
  return principal.kind === 'token' || principal.role === 'admin';
}

/** The part of a URL that everyone may see. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
