import { Readable } from 'node:stream';

import { isInternal, mayCall, type Operation } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { StreamedJson, StreamedText } from './streamed-json.ts';
import { formatIgnoredFields, IGNORED_FIELDS_HEADER } from './ignored-fields.ts';
import { parseQuery } from './parse-query.ts';
import type { JsonBody } from './read-json-body.ts';
import { makePartsReader, type PartsReader } from './read-parts.ts';
import type {
  AppContext,
  Handler,
  Identity,
  RequestOf,
  Route,
  RouteContext,
  RouteTools,
} from './route.ts';
import { takeIdentified } from './take-identified.ts';

/**
 * Implements an operation: identifies the caller, checks access, reads and validates every part of the request
 * (reporting all faults at once), calls the handler and sends its answer.
 */
export function implement<const O extends Operation>(
  operation: O,
  // NoInfer checks the literals of a reply against the operation.
  handler: NoInfer<Handler<O>>,
): Route {
  const reader = makePartsReader(operation);
  return {
    operation,
    respond: async (ctx, tools) => {
      const { identity, body } = await takeIdentified(ctx, {
        ...{ operation, takeBody: tools.takeBody },
        identify: (isAgain) => identifyCaller(ctx, { operation, tools, isAgain }),
      });
      if (operation.body && !body && !reader.isBodyOptional) {
        throw new AppError('INVALID_JSON', 'A JSON body is required.');
      }
      try {
        const reply = await handler(
          readRequest<O>(ctx, { operation, reader, identity, body, tools }),
        );
        if (reply.headers) ctx.set(reply.headers);
        // Set the status last: Koa turns a null body into a 204 unless a status follows.
        present(ctx, reply.body);
        ctx.status = reply.status;
      } finally {
        body?.release();
      }
    },
  };
}

function present(ctx: AppContext, body: unknown): void {
  if (body instanceof StreamedText) {
    ctx.body = Readable.from(body.parts);
    body.watch(ctx.res);
  } else if (body instanceof StreamedJson) {
    ctx.type = 'json';
    ctx.body = Readable.from(body.parts);
  } else {
    ctx.body = body;
  }
}

async function identifyCaller(
  ctx: AppContext,
  { operation, tools, isAgain }: Pick<ReadingParts, 'operation' | 'tools'> & { isAgain: boolean },
): Promise<Identity | null> {
  if (operation.access === 'public') return null;
  const identity = await tools.identify(ctx, operation, isAgain);
  if (mayCall(operation, identity.principal)) return identity;
  throw new AppError('FORBIDDEN', 'This credential does not have the required role or scope.');
}

interface ReadingParts {
  readonly operation: Operation;
  readonly reader: PartsReader;
  readonly identity: Identity | null;
  readonly body: JsonBody | null;
  readonly tools: RouteTools;
}

function readRequest<O extends Operation>(
  ctx: RouteContext,
  { operation, reader, identity, body, tools }: ReadingParts,
): RequestOf<O> {
  const query = parseQuery(ctx.querystring);
  const reading = reader.read({
    params: ctx.params,
    query: query.values,
    body,
    queryFaults: query.faults,
  });
  if (reading.ignored.length > 0) {
    ctx.set(IGNORED_FIELDS_HEADER, formatIgnoredFields(reading.ignored));
  }
  if ('error' in reading) throw reading.error;
  if (isInternal(operation)) requireOwnWorkspace(identity, reading.parts.body);
  // The readers come from the operation's own schemas, and `mayCall` has checked the caller.
  const request: unknown = {
    ...reading.parts,
    principal: identity?.principal ?? null,
    assertion: identity?.assertion ?? null,
    requestId: ctx.state.requestId,
    clientAddress: tools.clientAddressOf(ctx),
    ignored: reading.ignored,
    headers: ctx.headers,
  };
  return request as RequestOf<O>;
}

/** A service that acts for a user may access only the user's workspace. */
function requireOwnWorkspace(identity: Identity | null, body: unknown): void {
  if (!identity || !('workspaceId' in identity.principal)) return;
  const asked = (body as { readonly workspaceId?: unknown } | undefined)?.workspaceId;
  if (asked === undefined || asked === identity.principal.workspaceId) return;
  throw new AppError('FORBIDDEN', 'This credential belongs to another workspace.');
}
