import type { Operation } from '../operation.ts';

/**
 * Every public endpoint. Each service's operations stand in a file of their resource beside this
 * one; what is not listed here does not exist.
 */
export const OPERATIONS: readonly Operation[] = [];
