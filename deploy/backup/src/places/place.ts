import type { ServiceName } from '@output-review/contracts';
import type { ObjectStore } from '@output-review/media/object-store';
import { deriveSecret } from '@output-review/runtime';

import type { KeyFingerprints } from '../archive/archive.ts';

/** The keys that an archive requires, each 32 bytes in base64. */
export interface DataKeys {
  readonly encryptionKey: string;
  readonly auditKey: string;
}

/** Where the data of the services is stored. */
export interface Place {
  /** The connection URL of each service. */
  readonly databaseUrls: Readonly<Record<ServiceName, string>>;
  readonly store: ObjectStore;
  readonly keys: DataKeys;
  close(): Promise<void>;
}

/** A place to be restored. */
export interface NewPlace extends Place {
  /** Makes the restored data permanent. */
  complete(): Promise<void>;
  /** Removes the data restored so far. */
  abandon(): Promise<void>;
}

export function fingerprintsOf({ encryptionKey, auditKey }: DataKeys): KeyFingerprints {
  const of = (key: string): string => deriveSecret(key, 'fingerprint in a backup');
  return { encryption: of(encryptionKey), audit: of(auditKey) };
}
