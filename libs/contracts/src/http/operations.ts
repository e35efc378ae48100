import type { Operation } from '../operation.ts';
import { INSTRUCTIONS_OPERATIONS } from './instructions.ts';
import { MEDIA_OPERATIONS } from './media.ts';

/**
 * Every public endpoint. Each service's operations stand in a file of their resource beside this
 * one; what is not listed here does not exist.
 */
export const OPERATIONS: readonly Operation[] = [
  ...INSTRUCTIONS_OPERATIONS,
  ...MEDIA_OPERATIONS,
];
