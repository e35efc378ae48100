import { type AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { ServiceClient } from '@output-review/runtime';

/** How a request identifies its project and task. */
export interface RegistryRequest {
  readonly projectId?: string | undefined;
  readonly projectName?: string | undefined;
  readonly taskName?: string | undefined;
  /** Whether to create unknown names. */
  readonly create: boolean;
}

/** The IDs and current names of a project and, if the request named one, a task. */
export type RegistryEntry = AnswerOf<typeof INTERNAL_OPERATIONS.resolveRegistry>;

/** The caller on whose behalf the gateway is called. Every request of a workspace has these fields. */
export interface GatewayCaller {
  readonly principal: { readonly workspaceId: string };
  readonly assertion: string;
  readonly requestId: string;
}

/**
 * Resolves the project and task of a request at the gateway. Null if there is no such project or task.
 *
 * @throws AppError UNAVAILABLE, also while the project is being deleted.
 */
export async function resolveRegistry(
  gateway: ServiceClient,
  { principal: { workspaceId }, assertion, requestId }: GatewayCaller,
  request: RegistryRequest,
): Promise<RegistryEntry | null> {
  const options = { body: { workspaceId, ...request }, assertion, requestId };
  try {
    return await gateway.call(INTERNAL_OPERATIONS.resolveRegistry, options);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Counts a model call against the caller's limit at the gateway. @throws AppError RATE_LIMITED */
export async function takeModelCall(
  gateway: ServiceClient,
  { assertion, requestId }: Pick<GatewayCaller, 'assertion' | 'requestId'>,
): Promise<void> {
  const options = { assertion, requestId };
  const { retryAfterSeconds } = await gateway.call(INTERNAL_OPERATIONS.takeModelCall, options);
  if (retryAfterSeconds === null) return;
  throw new AppError('RATE_LIMITED', 'Too many model calls in one minute.', {
    retryAfterSeconds,
  });
}
