import type { DestinationKind, OutputEvent } from '@output-review/contracts';
import type { AuditEntry, AuditOrigin } from '@output-review/runtime';

import type { Subscription } from '../../domain/destinations/destination.ts';
import type { Notifications } from '../../domain/destinations/notifications.ts';

export interface WantedSubscription {
  readonly url: string;
  readonly events: readonly OutputEvent[];
  readonly source: Subscription['source'];
}

/** A destination with its signing secret, in the clear. */
export interface WithSecret {
  readonly subscription: Subscription;
  readonly secret: string;
}

/** What may be done to the destinations of one workspace in one transaction; others wait for its end. */
export interface DestinationChanges {
  findSubscription(
    wanted: Pick<WantedSubscription, 'url' | 'events'>,
  ): Promise<Subscription | null>;
  countLive(): Promise<number>;
  addSubscription(wanted: WantedSubscription): Promise<WithSecret>;
  /** Has one that ended be told again. */
  revive(id: string): Promise<void>;
  subscription(id: string): Promise<Subscription | null>;
  /** Keeps that a named token has posted one. */
  addPoster(id: string, tokenId: string): Promise<void>;
  hasPoster(id: string, tokenId: string): Promise<boolean>;
  /** Ends one for good: what it was still to be told no longer is. */
  deleteSubscription(id: string): Promise<void>;
  /** What a shown destination is; null where there is none. */
  kindOf(id: string): Promise<DestinationKind | null>;
  /** Gives it a new secret, and keeps the former one until a time. @returns the new one. */
  rotateSecret(id: string, formerUntil: Date): Promise<string>;
  notifications(): Promise<Notifications>;
  saveNotifications(after: Notifications): Promise<void>;
  /** Tells the audit what is done. */
  audit(entry: Omit<AuditEntry, 'workspaceId'>): void;
}

/** Runs a change of the destinations of a workspace, in somebody's name. */
export type ChangeDestinations = <T>(
  origin: AuditOrigin,
  workspaceId: string,
  work: (changes: DestinationChanges) => Promise<T>,
) => Promise<T>;
