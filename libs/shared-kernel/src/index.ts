export { type ChainedRecord, FIRST_LINK, type LinkOf, makeLinkOf } from './audit/audit-chain.ts';
export type { AuditEntry, AuditOrigin } from './audit/audit-event.ts';
export { unredacted, type KnownState } from './audit/hide-values.ts';
export { FILES_PER_HOLDER_MAX, FileSeats, readOn, sentOn } from './file-links/file-seats.ts';
export {
  type LinkKeys,
  type LinkTokens,
  makeLinkTokens,
  type ReadGrant,
} from './file-links/link-tokens.ts';
export {
  type GatewayCaller,
  type RegistryEntry,
  resolveRegistry,
  takeModelCall,
} from './registry/registry-client.ts';
export {
  makeRegistryReplica,
  REGISTRY_REPLICA_TABLE_SQL,
  type RegistryReplica,
  requireOpenPlace,
} from './registry/registry-replica.ts';
export { registryConsumer, registryRoutes } from './registry/registry-handlers.ts';
export { type DrawSample, makeDrawSample } from './sampling/draw-sample.ts';
export * from './service/handlers-for.ts';
export type { BaseContext, JobHandles, ServiceOptions } from './service/base-context.ts';
export { openOutbox, type Outbox, type PublishingOptions } from './service/open-outbox.ts';
export { makeSecretsCheck } from './service/check-secrets.ts';
export { makeResealRoute, type SealedColumn } from './service/reseal.ts';
export { type MessagingOptions, type Service, startService } from './service/start-service.ts';
export { transact, type Tx } from './service/transact.ts';
export { awaitTurn, type Line } from './turns/await-turn.ts';
export {
  ERASED_WORKSPACES_TABLE_SQL,
  type ErasedWorkspaces,
  eraseKeyed,
  eraseLetters,
  eraseRows,
  type EraseStep,
  erasureConsumer,
} from './workspaces/erase-workspaces.ts';
export {
  makeWorkspaceReplica,
  WORKSPACE_REPLICA_TABLE_SQL,
  type WorkspaceReplica,
} from './workspaces/workspace-replica.ts';
