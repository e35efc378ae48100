import { ERROR_CODES, type ErrorCode } from '@output-review/errors';
import type { TSchema } from '@sinclair/typebox';

import type { Operation } from '../operation.ts';
import { toOpenApiSchema } from './schema.ts';

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

type Responses = Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>;

/**
 * The answers of an operation: its own by status, then its errors, those of one status together.
 * What may come from anywhere is `default`.
 */
export function responsesOf(operation: Operation): Responses {
  const responses: Record<string, OpenApiResponse | { $ref: string }> = {};
  for (const [status, schema] of Object.entries(operation.responses)) {
    responses[status] = {
      description: Number(status) < 400 ? operation.summary : 'See the body.',
      ...retryAfter(Number(status)),
      ...jsonContent(schema),
    };
  }
  for (const [status, codes] of codesByStatus(operation.errors)) {
    const own = responses[status];
    const description = codes.map((code) => `\`${code}\``).join(', ');
    responses[status] =
      own && 'description' in own ? { ...own, description } : errorResponse(description, status);
  }
  return { ...responses, default: { $ref: '#/components/responses/AnyError' } };
}

export function errorResponse(description: string, status: number): OpenApiResponse {
  return {
    description,
    ...retryAfter(status),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function codesByStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERROR_CODES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].sort(([a], [b]) => a - b);
}

function jsonContent(schema: TSchema): Pick<OpenApiResponse, 'content'> {
  // Null stands for "no body": a redirect, say.
  if (schema['type'] === 'null') return {};
  return { content: { 'application/json': { schema: toOpenApiSchema(schema) } } };
}

function retryAfter(status: number): Pick<OpenApiResponse, 'headers'> {
  if (status !== 429 && status !== 503) return {};
  const description = 'Seconds to wait before the same request is worth sending again.';
  return { headers: { 'Retry-After': { description, schema: { type: 'integer' } } } };
}
