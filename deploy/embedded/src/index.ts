export { type EmbeddedConfig, readEmbeddedConfig } from './config.ts';
export { noteSignInShown } from './first-sign-in.ts';
export { keepKeys } from './keys.ts';
export { makeFolder } from './make-folder.ts';
export { prepareDatabases } from './service-databases.ts';
export { type Embedded, startEmbedded } from './start-embedded.ts';
