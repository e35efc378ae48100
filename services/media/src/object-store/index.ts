export { openFolderStore } from './folder/folder-store.ts';
export { DamagedObject, type ObjectStore } from './object-store.ts';
export { type ObjectStoreConfig, objectStoreGroup } from './object-store-group.ts';
