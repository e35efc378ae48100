import { Readable } from 'node:stream';

import {
  isInternal,
  makeBodyReader,
  makeQueryReader,
  mayCall,
  NoFields,
  type Operation,
  type Reading,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { StreamedJson, StreamedText } from './streamed-json.ts';
import { nameIgnored } from './ignored-fields.ts';
import { parseQuery } from './parse-query.ts';
import type { JsonBody } from './read-json-body.ts';
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
  const read = makeReader(operation);
  return {
    operation,
    respond: async (ctx, tools) => {
      const { identity, body } = await takeIdentified(ctx, {
        ...{ operation, takeBody: tools.takeBody },
        identify: (isAgain) => identifyCaller(ctx, { operation, tools, isAgain }),
      });
      try {
        const parts = read(ctx, body);
        if (isInternal(operation)) requireOwnWorkspace(identity, parts.body);
        // The readers come from the operation's own schemas, and `mayCall` has checked the caller.
        const request: unknown = {
          ...parts,
          principal: identity?.principal ?? null,
          assertion: identity?.assertion ?? null,
          requestId: ctx.state.requestId,
          clientAddress: tools.clientAddressOf(ctx),
          headers: ctx.headers,
        };
        const reply = await handler(request as RequestOf<O>);
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
  { operation, tools, isAgain }: { operation: Operation; tools: RouteTools; isAgain: boolean },
): Promise<Identity | null> {
  if (operation.access === 'public') return null;
  const identity = await tools.identify(ctx, operation, isAgain);
  if (mayCall(operation, identity.principal)) return identity;
  throw new AppError('FORBIDDEN', 'This credential does not have the required role or scope.');
}

const NO_BODY: Reading<unknown> = { ok: true, value: undefined, ignored: [] };

/** Creates the reader of an operation's path parameters, query and body. It throws all their faults at once. */
function makeReader({ params = NoFields, query = NoFields, body: schema }: Operation) {
  const [readParams, readQuery] = [makeQueryReader(params), makeQueryReader(query)];
  const readBody = schema ? makeBodyReader(schema) : null;
  return (ctx: RouteContext, body: JsonBody | null) => {
    // A missing body is read as `{}`, if that is valid.
    const ofBody = readBody ? readBody(body ? body.value : {}, body?.text) : NO_BODY;
    if (!body && !ofBody.ok) throw new AppError('INVALID_JSON', 'A JSON body is required.');
    const { values, faults } = parseQuery(ctx.querystring);
    const [ofParams, ofQuery] = [readParams(ctx.params), readQuery(values)];
    const ignored = [...ofQuery.ignored, ...ofBody.ignored];
    nameIgnored(ctx, ignored);
    const parameters = query.properties as object;
    const unreadable = Object.entries(faults).filter(([name]) => Object.hasOwn(parameters, name));
    if (ofParams.ok && ofQuery.ok && ofBody.ok && unreadable.length === 0) {
      return { params: ofParams.value, query: ofQuery.value, body: ofBody.value, ignored };
    }
    const invalid = [ofParams, ofQuery, ofBody].flatMap((each) =>
      each.ok ? [] : Object.entries(each.faults),
    );
    throw new AppError(
      'VALIDATION_FAILED',
      'Some fields of the request are invalid. See `fields`.',
      { fields: Object.fromEntries([...invalid, ...unreadable]) },
    );
  };
}

/** A service that acts for a user may access only the user's workspace. */
function requireOwnWorkspace(identity: Identity | null, body: unknown): void {
  if (!identity || !('workspaceId' in identity.principal)) return;
  const asked = (body as { readonly workspaceId?: unknown } | undefined)?.workspaceId;
  if (asked === undefined || asked === identity.principal.workspaceId) return;
  throw new AppError('FORBIDDEN', 'This credential belongs to another workspace.');
}
