import type { Operation } from '../operation.ts';

/** What calls between services have in common, unless they say otherwise. */
export const INTERNAL = {
  method: 'POST',
  tag: 'internal',
  access: 'internal',
  errors: [],
} as const satisfies Partial<Operation>;
