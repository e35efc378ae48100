import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { SCOPES } from '../principal.ts';
import { Nullable } from '../schema/nullable.ts';
import { AnyInteger, ErrorBodySchema } from './shared.ts';

const RequestId = Type.Union([Type.String(), AnyInteger]);
const AnsweredId = Nullable(RequestId);

const JsonRpcMessage = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(RequestId),
  method: Type.String({ description: 'Such as `tools/list` or `tools/call`.' }),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const JsonRpcError = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: AnsweredId,
  error: Type.Object({ code: AnyInteger, message: Type.String() }),
});

const JsonRpcResult = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: AnsweredId,
  result: Type.Record(Type.String(), Type.Unknown()),
});

export const callMcp = defineOperation({
  id: 'callMcp',
  method: 'POST',
  path: '/api/mcp',
  owner: 'gateway',
  summary: 'Send a message to the MCP server',
  description:
    'Model Context Protocol by Streamable HTTP, without sessions: each message is a request of its own. ' +
    'The response is JSON, or the same as server-sent events (`text/event-stream`), among them ' +
    'progress notifications while a tool waits. A notification gets 202. `tools/list` has the tools ' +
    'that the scopes of the token allow; a call of a tool counts against the limits of the operation ' +
    'that it stands for, and every other message is a read. A tool that fails answers with `isError` ' +
    'and the error body as text. JSON-RPC batches are refused.',
  tag: 'Agents',
  // Each tool checks whether the token may use it. A token that may use none gets an empty list.
  access: { role: null, scope: SCOPES },
  body: JsonRpcMessage,
  headers: {
    request: {
      'MCP-Protocol-Version': Type.String({
        description: 'The protocol version that client and server agreed on.',
      }),
    },
  },
  responses: {
    200: Type.Union([JsonRpcResult, JsonRpcError]),
    202: Type.Null(),
    // Invalid JSON gets the standard body; an invalid protocol message gets a JSON-RPC error.
    400: Type.Union([ErrorBodySchema, JsonRpcError]),
    // For a client whose Accept lacks `application/json` or `text/event-stream`.
    406: JsonRpcError,
  },
  errors: [
    'INVALID_JSON',
    'FORBIDDEN',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
  ],
});
