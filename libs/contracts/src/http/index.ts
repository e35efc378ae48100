export { ErrorBodySchema, IdParams, Name, OkBody, Page, PageQuery } from './shared.ts';
export { OPERATIONS } from './operations.ts';
