import type { EgressGuard, Pace, ServiceClient } from '@output-review/runtime';
import {
  type BaseContext,
  type FileSeats,
  handlersFor,
  type JobHandles,
  type LinkTokens,
  type MessagingOptions,
} from '@output-review/shared-kernel';

import type { PublicAddresses } from './links/links.pure.ts';
import type { FileLinks } from './links/links.ts';
import type { ProbedStoreLinks } from './links/store-links.ts';
import type { ObjectStore } from './object-store/object-store.ts';
import type { SpoolBudget } from './storage/spool-budget.ts';

export interface MediaOptions extends MessagingOptions {
  /** Stores the bytes. It stays open when the service stops. */
  readonly objectStore: ObjectStore;
  /** A local folder for files whose size is not known yet. */
  readonly spoolDir: string;
  /** Base URLs, read at each call because services start in any order. */
  readonly peers: { readonly gateway: () => string };
  readonly links: LinkOptions;
  /** Whether the operator allows fetching from a private address. */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** The minimum pace of transfers by links while others wait; the default if omitted. */
  readonly filePace?: Pace;
  /** Maximum bytes of the files of a workspace. Its own quota cannot exceed it. */
  readonly quotaBytes: number;
}

export interface LinkOptions {
  /** 32 bytes in base64. The signing key of links is derived from it. */
  readonly encryptionKey: string;
  /** The previous one, whose links are still valid; null if there is none. */
  readonly previousEncryptionKey: string | null;
  /** The public URL of the gateway, without a trailing slash; read for each link. */
  readonly publicUrl: () => string;
  /** Previous public URLs, which stored URLs of files may still contain. */
  readonly previousPublicUrls: readonly string[];
}

export interface Context extends BaseContext {
  readonly store: ObjectStore;
  readonly gateway: ServiceClient;
  /** Fetches files by URL. */
  readonly egress: EgressGuard;
  readonly spoolDir: string;
  readonly spoolBudget: SpoolBudget;
  /** The limit set by the operator. */
  readonly quotaBytes: number;
  /** The addresses that references to files may use. */
  readonly addresses: PublicAddresses;
  /** Signs and verifies the links of our own listener. */
  readonly tokens: LinkTokens;
  readonly links: FileLinks;
  readonly storeLinks: ProbedStoreLinks;
  /** Seats for transfers by our own links, out of the store's connections. */
  readonly fileSeats: FileSeats;
  readonly jobs: JobHandles<
    'removeDoomed' | 'forgetUnused' | 'forgetUsedNames' | 'checkFilesDaily' | 'probeLinks'
  >;
}

export const { route, consumer, job } = handlersFor<Context>();
