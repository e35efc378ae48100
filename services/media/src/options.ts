import type { Bus, ObjectStore, ServiceOptions, Telemetry } from '@output-review/runtime';

export interface MediaOptions extends ServiceOptions {
  readonly bus: Bus;
  /** Whether this is the only process on the database: what a killed one left is then sent at once. */
  readonly isAlone?: boolean;
  /** Has the bytes; it stays open when the service stops. */
  readonly objectStore: ObjectStore;
  /** A folder of this machine for bytes whose number is not known yet. */
  readonly spoolDir: string;
  /** Base URLs, asked at each call: services start in any order. */
  readonly peers: { readonly gateway: () => string };
  readonly links: LinkOptions;
  /** Whether the operator lets us fetch from an address although it is private. */
  readonly isPrivateHostAllowed: (address: string) => boolean;
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

/** The same once it is settled how it is seen. */
export type SeenMediaOptions = MediaOptions & { readonly telemetry: Telemetry };
