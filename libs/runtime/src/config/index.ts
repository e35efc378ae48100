export {
  type BootstrapConfig,
  bootstrapGroup,
  egressGroup,
  partialBootstrapGroup,
  rateLimitGroup,
  signUpGroup,
  trustedProxiesGroup,
} from './access-fields.ts';
export { databaseUrl } from './database-group.ts';
export * from './fields.ts';
export { type KafkaConnection, kafkaGroup } from './kafka-group.ts';
export { type MailConfig, mailGroup } from './mail-group.ts';
export { type ObjectStoreConfig, objectStoreGroup } from './object-store-group.ts';
export {
  logLevelGroup,
  peersGroup,
  port,
  previousPublicUrlsGroup,
  PROCESS_GROUPS,
  type ProcessConfig,
  tracesGroup,
} from './process-groups.ts';
export {
  configGroup,
  type ConfigGroup,
  type ConfigOf,
  type Environment,
  type GroupsOf,
  readConfig,
  readGroups,
  variable,
} from './read-config.ts';
export {
  assertionKeysGroup,
  assertionPublicKeyGroup,
  auditKey,
  auditKeyGroup,
  type Encryption,
  encryptionGroup,
  encryptionKey,
  operatorPrivateKeyGroup,
  operatorPublicKeyGroup,
} from './secret-fields.ts';
