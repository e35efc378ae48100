import { ERROR_CODES, type ErrorCode } from '@output-review/errors';
import type { TSchema } from '@sinclair/typebox';

import { USER_HEADER, WORKSPACE_HEADER } from '../access.ts';
import { Count } from '../http/shared.ts';
import type { Operation } from '../operation.ts';
import { toOpenApiSchema } from './schema.ts';

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

type Responses = Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>;

/**
 * The responses of an operation: its own by status, then its errors, grouped by status. Errors that any operation can
 * return are in `default`.
 */
export function responsesOf(operation: Operation): Responses {
  const responses: Record<string, OpenApiResponse | { $ref: string }> = {};
  for (const [status, schema] of Object.entries(operation.responses)) {
    responses[status] = {
      description: Number(status) < 400 ? operation.summary : 'See the response body.',
      headers: headersOf(Number(status), operation),
      ...contentOf(operation, schema),
    };
  }
  for (const [status, codes] of codesByStatus(errorsOf(operation))) {
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
    headers: headersOf(status),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** Its own errors, and those of credentials, parameters and bodies. */
function errorsOf({ id, access, query, body, errors }: Operation): ReadonlySet<ErrorCode> {
  const isListed = LISTED_BY_THE_INTERFACE.has(id);
  return new Set([
    ...(errors ?? []),
    ...(typeof access === 'object' ? (['UNAUTHENTICATED'] as const) : []),
    ...(takesFields(query) || takesFields(body) ? (['VALIDATION_FAILED'] as const) : []),
    ...(body ? (['INVALID_JSON'] as const) : []),
    ...(body && !isListed ? BODY_ERRORS : []),
  ]);
}

const takesFields = (schema: TSchema | undefined): boolean =>
  Object.keys((schema?.['properties'] ?? {}) as object).length > 0;

const BODY_ERRORS = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

// The interface lists the statuses of these. The others are in `default`.
const LISTED_BY_THE_INTERFACE: ReadonlySet<string> = new Set(['flagOutput', 'changeManyOutputs']);

function codesByStatus(codes: ReadonlySet<ErrorCode>): [number, ErrorCode[]][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERROR_CODES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].sort(([a], [b]) => a - b);
}

function contentOf(operation: Operation, schema: TSchema): Pick<OpenApiResponse, 'content'> {
  if (operation.bytes === 'events') return { content: EVENTS_CONTENT };
  if (operation.bytes === 'answer') return { content: bytesContent(operation) };
  return jsonContent(schema);
}

/** Bytes of any type, in a request or a response. */
export const BYTES_CONTENT = { '*/*': { schema: { type: 'string', format: 'binary' } } };

function bytesContent({ answerTypes }: Operation): Readonly<Record<string, unknown>> {
  if (!answerTypes) return BYTES_CONTENT;
  return Object.fromEntries(answerTypes.map((type) => [type, { schema: { type: 'string' } }]));
}

const EVENTS_CONTENT = { 'text/event-stream': { schema: { type: 'string' } } };

function jsonContent(schema: TSchema): Pick<OpenApiResponse, 'content'> {
  // Null means no body, for example in a redirect.
  if (schema['type'] === 'null') return {};
  return { content: { 'application/json': { schema: toOpenApiSchema(schema) } } };
}

/** The headers of every response, defined once. */
export const COMMON_HEADERS = {
  'X-Request-Id': header('Identifies this request. Quote it when you report a problem.'),
  'X-Ignored-Fields': header(
    'Fields and parameters of the request that are unknown and were ignored.',
  ),
  [WORKSPACE_HEADER]: header('With a session: the ID of the workspace that it acts in.'),
  [USER_HEADER]: header('With a session: the ID of the person who is signed in.'),
};

const COMMON_REFS = Object.fromEntries(
  Object.keys(COMMON_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function headersOf(status: number, operation?: Operation): Readonly<Record<string, unknown>> {
  const own = Object.entries(operation?.headers?.answers?.[status] ?? {});
  const isRetriable = status === 429 || status === 503;
  return {
    ...COMMON_REFS,
    ...Object.fromEntries(own.map(([name, description]) => [name, header(description)])),
    ...(isRetriable ? { 'Retry-After': RETRY_AFTER } : {}),
  };
}

const RETRY_AFTER = {
  description: 'Seconds to wait before retrying the request.',
  schema: { ...Count() },
};

function header(description: string): { description: string; schema: { type: 'string' } } {
  return { description, schema: { type: 'string' } };
}
