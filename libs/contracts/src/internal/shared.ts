import type { Operation } from '../operation.ts';

/** Defaults of all operations between services. */
export const INTERNAL = {
  method: 'POST',
  tag: 'internal',
  access: 'internal',
  errors: [],
} as const satisfies Partial<Operation>;
