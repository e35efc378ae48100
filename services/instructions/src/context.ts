import type { ServiceClient } from '@output-review/runtime';
import {
  type BaseContext,
  handlersFor,
  type JobHandles,
  type MessagingOptions,
  type Outbox,
  type PublishingOptions,
  type RegistryReplica,
  type WorkspaceReplica,
} from '@output-review/shared-kernel';

import type { ActiveDrafts } from './suggestions/active-drafts.ts';

export interface InstructionsOptions extends MessagingOptions, PublishingOptions {
  /** Base URLs of the services that this one calls. They may start later. */
  readonly peers: {
    readonly gateway: () => string;
    readonly evaluator: () => string;
    readonly review: () => string;
  };
}

export interface Context extends BaseContext, Outbox {
  readonly gateway: ServiceClient;
  readonly evaluator: ServiceClient;
  readonly review: ServiceClient;
  /** Names of projects and tasks, including those closed to new documents. */
  readonly registry: RegistryReplica;
  readonly workspaces: WorkspaceReplica;
  readonly drafts: ActiveDrafts;
  readonly jobs: JobHandles<'failLostDrafts'>;
}

export const { route, consumer, job } = handlersFor<Context>();
