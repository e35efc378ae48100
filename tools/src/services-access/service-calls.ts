import {
  type AnswerOf,
  type Operation,
  perService,
  type ServiceName,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  makeAssertionIssuer,
  makeLogger,
  makeServiceClient,
  systemClock,
} from '@output-review/runtime/operator';

import type { ServicesAccess } from './services-access.ts';
import { withFields } from '../with-fields.pure.ts';

/** Calls the internal listeners of services as the operator. */
export interface ServiceCalls {
  /** Null if the service has no such operation. */
  call<O extends Operation>(
    service: ServiceName,
    operation: O,
    parts: { query?: Record<string, string | number | boolean>; body?: unknown },
  ): Promise<AnswerOf<O> | null>;
  close(): Promise<void>;
}

/** @param timeoutMs of each call. */
export function openServiceCalls(run: ServicesAccess, timeoutMs: number): ServiceCalls {
  const issuer = makeAssertionIssuer(run.operatorPrivateKey, systemClock);
  const log = makeLogger({ service: 'tools', level: 'silent' });
  const clients = perService((service) =>
    makeServiceClient({ service, baseUrl: () => run.services[service], log }),
  );
  return {
    call: async (service, operation, parts) => {
      const options = { ...parts, assertion: issuer.as({ kind: 'operator' }), timeoutMs };
      try {
        return await clients[service].call(operation, options);
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
    close: async () => {
      await Promise.all(Object.values(clients).map((client) => client.close()));
    },
  };
}

/** Explains a failed call to an operator. */
export function explainCallFailure(error: unknown): string {
  if (error instanceof AppError && error.code === 'UNAVAILABLE') {
    return 'A service does not respond. Are all of them running?';
  }
  if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
    return (
      'A service does not accept the key of the operator. Does its OPERATOR_PUBLIC_KEY belong to ' +
      'OPERATOR_PRIVATE_KEY?'
    );
  }
  if (error instanceof AppError) return withFields(error.message, error.fields);
  return error instanceof Error ? error.message : String(error);
}
