export {
  type BootstrapConfig,
  bootstrapGroup,
  egressGroup,
  mailGroup,
  partialBootstrapGroup,
  rateLimitGroup,
  signUpGroup,
  slackApiGroup,
  trustedProxiesGroup,
} from './access-fields.ts';
export { caFile, caFileGroup, withCaFile } from './ca-file.ts';
export {
  databaseUrl,
  kafkaGroup,
  logLevelGroup,
  peersGroup,
  port,
  previousPublicUrlsGroup,
  PROCESS_GROUPS,
  publicUrlFaults,
  tracesGroup,
} from './process-groups.ts';
export * from './fields.ts';
export {
  configGroup,
  type ConfigGroup,
  type Environment,
  type GroupsOf,
  readGroups,
  settingOf,
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
