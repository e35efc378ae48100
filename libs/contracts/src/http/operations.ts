import type { Operation } from '../operation.ts';
import { AUTH_OPERATIONS } from './auth.ts';
import { INSTRUCTIONS_OPERATIONS } from './instructions.ts';
import { MEDIA_OPERATIONS } from './media.ts';
import { PROJECT_OPERATIONS } from './projects.ts';
import { VERIFY_OPERATIONS } from './verify.ts';

/**
 * Every public endpoint. Each service's operations stand in a file of their resource beside this
 * one; what is not listed here does not exist.
 */
export const OPERATIONS: readonly Operation[] = [
  ...AUTH_OPERATIONS,
  ...INSTRUCTIONS_OPERATIONS,
  ...MEDIA_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...VERIFY_OPERATIONS,
];
