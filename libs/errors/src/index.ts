export { AppError, type AppErrorOptions, type FieldMessages } from './app-error.ts';
export { assertNever } from './assert-never.ts';
export { ERROR_CODES, type ErrorCode } from './codes.ts';
export {
  toErrorBody,
  toErrorResponse,
  type ErrorBody,
  type ErrorResponse,
} from './error-response.ts';
