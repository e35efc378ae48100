export { type EmbeddedConfig, readEmbeddedConfig } from './config.ts';
export { type Embedded, startEmbedded } from './start-embedded.ts';
