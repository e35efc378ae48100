import type { TSchema } from '@sinclair/typebox';

import { isInternal, namesWorkspace, USER_HEADER, WORKSPACE_HEADER } from '../access.ts';
import { ErrorBodySchema } from '../http/shared.ts';
import type { Operation } from '../operation.ts';
import { BYTES_CONTENT, COMMON_HEADERS, errorResponse, responsesOf } from './responses.ts';
import { toOpenApiSchema } from './schema.ts';

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Name of the session cookie. */
  readonly cookieName: string;
}

/** An OpenAPI 3.1 document, as JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

/** Describes public operations from the schemas that also validate them. */
export function buildOpenApi(
  operations: readonly Operation[],
  { cookieName, ...info }: OpenApiInfo,
): OpenApiDocument {
  const outside = operations.filter((operation) => !isInternal(operation));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of outside) {
    // OpenAPI has no syntax for a parameter that matches the rest of the path.
    const path = operation.path.replaceAll('+}', '}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  const tags = [...new Set(outside.map((operation) => operation.tag))];
  return {
    openapi: '3.1.0',
    info: { ...info, contact: CONTACT, license: LICENSE },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    tags: tags.map((name) => (TAGS[name] ? { name, description: TAGS[name] } : { name })),
    paths,
    components: {
      schemas: { Error: toOpenApiSchema(ErrorBodySchema) },
      parameters: Object.fromEntries(PAGE_PARAMETERS.map((each) => [each.name, each])),
      headers: COMMON_HEADERS,
      responses: {
        AnyError: errorResponse(
          'Errors that any operation can return, such as `VALIDATION_FAILED` (for its path, or for U+0000 in any parameter), `FORBIDDEN`, `WORKSPACE_CHANGED`, ' +
            '`PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `RATE_LIMITED`, `INTERNAL` and `UNAVAILABLE`.',
          503,
        ),
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A workspace token or a named token.',
        },
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
      },
    },
  };
}

/** The tags of the API reference, with their descriptions. */
export const TAGS: Readonly<Record<string, string>> = {
  Agents: 'The tools of agents, by the Model Context Protocol.',
  Audit: 'Who did what in the workspace, and when.',
  Decisions: 'Deciding, flagging, withdrawing and deleting outputs.',
  Events: 'Where events are sent: subscriptions, destinations, deliveries, and the event stream.',
  Instructions:
    'The instructions that automations run under, in versions, and the feedback on them.',
  Media: 'The files of outputs.',
  Members: 'The people of the workspace, their roles, groups and invitations.',
  Outputs: 'Submitting outputs, searching them, and reading their status and details.',
  Passwords: 'Changing and resetting passwords, and verifying email addresses.',
  Projects: 'Projects, and the tasks in them.',
  Rules: 'The rules that outputs are checked against, and dry runs.',
  Sessions: 'Signing in and out, accounts, and the sessions of a person.',
  Settings: 'The settings of the workspace: notifications, judges, retention and more.',
  Slack:
    'Interactions with the Slack app of the workspace, and the links between its users and accounts.',
  Statistics: 'What happened to outputs over time.',
  Tokens: 'The credentials of automations.',
  Views: 'Saved queries of the queue and of the page of outputs, personal or shared.',
  Workspaces: 'The workspaces of a person.',
};

// Each installation has its own contact.
const CONTACT = { name: 'The operator of this installation' };
const LICENSE = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

function describe(operation: Operation): Record<string, unknown> {
  const parameters = [
    ...parametersOf(operation.params, 'path'),
    ...parametersOf(operation.query, 'query'),
    ...parametersOf({ properties: operation.headers?.request ?? {} }, 'header'),
    ...(namesWorkspace(operation) ? PAGE_REFS : []),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...described(operation),
    security: securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(operation),
    responses: responsesOf(operation),
  };
}

const pageParameter = (name: string, description: string) => ({
  ...{ name, in: 'header', required: false, schema: { type: 'string' } },
  description:
    `With a session: ${description}, nothing is done and the response is 409 ` +
    '`WORKSPACE_CHANGED`. Scripts can leave it out.',
});
const PAGE_PARAMETERS = [
  pageParameter(
    WORKSPACE_HEADER,
    'the ID of the workspace that the request is meant for. If the session acts in another workspace by now',
  ),
  pageParameter(
    USER_HEADER,
    'the ID of the person who makes the request. If somebody else is signed in by now',
  ),
];
const PAGE_REFS = PAGE_PARAMETERS.map(({ name }) => ({ $ref: `#/components/parameters/${name}` }));

function described({ description, access }: Operation): { description?: string } {
  const sentences = description === undefined ? [] : [description];
  if (typeof access === 'object') {
    const { role } = access;
    const scopes = [access.scope].flat().filter((scope) => scope !== null);
    if (role !== null) sentences.push(`Session: role ${role} or above.`);
    if (scopes.length > 0) sentences.push(`Token: scope ${scopes.join(' or ')}.`);
  }
  return sentences.length === 0 ? {} : { description: sentences.join('\n\n') };
}

/** One of these is enough; empty for public operations. */
function securityOf({ access }: Operation): Record<string, never[]>[] {
  if (typeof access === 'string') return [];
  return [
    ...(access.scope === null ? [] : [{ token: [] }]),
    ...(access.role === null ? [] : [{ session: [] }]),
  ];
}

function requestBodyOf({ body, bytes }: Operation): Record<string, unknown> {
  if (bytes === 'request') return { requestBody: { required: true, content: BYTES_CONTENT } };
  if (!body) return {};
  const required = ((body['required'] ?? []) as string[]).length > 0;
  const content = { 'application/json': { schema: toOpenApiSchema(body) } };
  return { requestBody: { required, content } };
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
}

/** The parameters declared by an operation's schema for its path or query. */
function parametersOf(
  schema: Readonly<Record<string, unknown>> | undefined,
  place: OpenApiParameter['in'],
): OpenApiParameter[] {
  const properties = (schema?.['properties'] ?? {}) as Record<string, TSchema>;
  const required = new Set((schema?.['required'] ?? []) as string[]);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = toOpenApiSchema(property) as { description?: string };
    return {
      name,
      in: place,
      // A required parameter with a default may be omitted: the reader fills it in.
      required: place === 'path' || (required.has(name) && property['default'] === undefined),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}
