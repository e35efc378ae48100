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
  /** Has the bytes; it stays open when the service stops. */
  readonly objectStore: ObjectStore;
  /** A folder of this machine for bytes whose number is not known yet. */
  readonly spoolDir: string;
  /** Base URLs, asked at each call: services start in any order. */
  readonly peers: { readonly gateway: () => string };
  readonly links: LinkOptions;
  /** Whether the operator lets us fetch from an address although it is private. */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** How slowly files may move by links where others wait; as usual where it is left out. */
  readonly filePace?: Pace;
  /** How many bytes the files of a workspace may take; its own quota cannot go beyond. */
  readonly quotaBytes: number;
}

export interface LinkOptions {
  /** 32 bytes in base64 from which the key of links is derived. */
  readonly encryptionKey: string;
  /** The one before, whose links still hold; null where there is none. */
  readonly previousEncryptionKey: string | null;
  /** Where users reach the gateway, without a slash at its end; asked for at each link. */
  readonly publicUrl: () => string;
  /** Where they reached it before: URLs of files there still name them. */
  readonly previousPublicUrls: readonly string[];
}

export interface Context extends BaseContext {
  readonly store: ObjectStore;
  readonly gateway: ServiceClient;
  /** By which files are fetched from urls. */
  readonly egress: EgressGuard;
  readonly spoolDir: string;
  readonly spoolBudget: SpoolBudget;
  /** The operator's. */
  readonly quotaBytes: number;
  /** Where references of files may lead. */
  readonly addresses: PublicAddresses;
  /** Signs the links of our own listener, and knows them again. */
  readonly tokens: LinkTokens;
  readonly links: FileLinks;
  readonly storeLinks: ProbedStoreLinks;
  /** Of the store's connections, for what moves by links of our own listener. */
  readonly fileSeats: FileSeats;
  readonly jobs: JobHandles<
    'removeDoomed' | 'forgetUnused' | 'forgetUsedNames' | 'checkFilesDaily' | 'probeLinks'
  >;
}

export const { route, consumer, job } = handlersFor<Context>();
