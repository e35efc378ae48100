export { openFolderStore } from './folder/folder-store.ts';
export type { LinkAnswer, LinkSigner, LinkUpload, SignedPut } from './link-signer.ts';
export { METADATA_BYTES_MAX } from './object-details.ts';
export { checkObjectKey } from './object-key.ts';
export {
  type ByteRange,
  DamagedObject,
  type GetOptions,
  type ListedObject,
  type ObjectHead,
  type ObjectMetadata,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from './object-store.ts';
export { type ObjectStoreConfig, objectStoreGroup } from './object-store-group.ts';
