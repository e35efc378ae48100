import {
  mayCall,
  MCP_TOOLS,
  type McpTool,
  type McpToolName,
  type TokenPrincipal,
  toOpenApiSchema,
} from '@output-review/contracts';
import { ClientDisconnected, errorResponseOf } from '@output-review/runtime';
import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';

import type { Context } from '../context.ts';
import { API_VERSION } from '../pages/docs.ts';
import { isTool, OwnerRefusal, runTool, type ToolCall } from './tools.ts';

/** A message of a client, and its sender. */
export interface McpMessage extends Omit<ToolCall, 'args' | 'reportProgress'> {
  /** Parsed but not validated. */
  readonly value: unknown;
  /** The headers that the protocol defines. */
  readonly protocolHeaders: Readonly<Record<string, string>>;
  /** Called when the message is a call of an existing tool and runs. */
  readonly onRun: () => void;
}

/** Answers a message. Keeps no state between messages, so any gateway can answer the next one. */
export function answerMessage(ctx: Context, message: McpMessage): Promise<Response> {
  const { value, protocolHeaders, signal } = message;
  const { fetch } = createMcpHandler(() => serverFor(ctx, message), {
    // Nothing that a client could subscribe to ever changes.
    maxSubscriptions: 0,
    onerror: (error) => ctx.log.debug({ err: error }, 'MCP message refused'),
  });
  const request = new Request(ctx.listener.url, {
    method: 'POST',
    headers: protocolHeaders,
    signal,
  });
  return fetch(request, { parsedBody: value });
}

const SERVER = { name: 'output-review', title: 'Output Review Service', version: API_VERSION };

const INSTRUCTIONS =
  'People review here what you write and what you want to do. Before an action that needs approval, ' +
  'call request_approval, then await_decision, and act only on mayProceed: true. Anything else, a ' +
  'timeout or an error included, is not an approval.';

function serverFor(ctx: Context, message: McpMessage): McpServer {
  const mcp = new McpServer(SERVER, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator: UNUSED_VALIDATOR,
  });
  mcp.server.setRequestHandler('tools/list', () => ({ tools: toolsFor(message.principal) }));
  mcp.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name } = params;
    if (!isTool(name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    }
    const progressToken = mcpReq._meta?.progressToken;
    const reportProgress = (progress: number, total: number): void => {
      if (progressToken === undefined) return;
      const told = { progressToken, progress, total, message: 'Waiting for a decision' };
      // A client that has disconnected gets no progress.
      mcpReq.notify({ method: 'notifications/progress', params: told }).catch(() => {});
    };
    const args = argumentsOf(message.value);
    message.onRun();
    return answerCall(ctx, name, { ...message, args, reportProgress });
  });
  return mcp;
}

/** The arguments as sent, of a validated call. The SDK itself drops keys that our checks must refuse. */
function argumentsOf(call: unknown): ToolCall['args'] {
  const { params } = call as { readonly params: { readonly arguments?: ToolCall['args'] } };
  return params.arguments ?? {};
}

// Used for requests to the client, which this server never makes. Without it the SDK creates an Ajv per message.
const UNUSED_VALIDATOR = {
  getValidator: () => {
    throw new Error('This server sends no requests to its clients');
  },
};

function toolsFor(principal: TokenPrincipal): Tool[] {
  return Object.values<McpTool>(MCP_TOOLS)
    .filter(({ operation }) => mayCall(operation, principal))
    .map(describeTool);
}

function describeTool({ name, title, description, annotations, input, output }: McpTool): Tool {
  return {
    ...{ name, title, description, annotations: { title, ...annotations } },
    inputSchema: toOpenApiSchema(withOptionalDefaults(input)) as Tool['inputSchema'],
    outputSchema: toOpenApiSchema(output) as Tool['inputSchema'],
  };
}

/** Makes arguments with a default optional: the reader fills them in. */
function withOptionalDefaults(input: McpTool['input']): McpTool['input'] {
  const { properties, required = [] } = input;
  return {
    ...input,
    required: required.filter((name) => properties[name]?.['default'] === undefined),
  };
}

/** Returns the error of a known tool as its result, so that a model can correct its call. */
async function answerCall(
  ctx: Context,
  name: McpToolName,
  call: ToolCall,
): Promise<CallToolResult> {
  try {
    const answer = await runTool(ctx, name, call);
    // As text too, for clients that show only text.
    return { content: [textOf(answer)], structuredContent: answer };
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error;
    return { isError: true, content: [textOf(toErrorBody(ctx, error, call))] };
  }
}

function toErrorBody({ log }: Context, error: unknown, { state }: ToolCall): object {
  if (error instanceof OwnerRefusal) {
    return withRetryAfter(JSON.parse(error.body) as object, error.retryAfter);
  }
  const { status, headers, body } = errorResponseOf(error);
  const { requestId, operation } = state;
  if (status >= 500) {
    log.error({ err: error, requestId, operation: operation?.id ?? null }, 'request failed');
  }
  return withRetryAfter(body, headers['Retry-After']);
}

function withRetryAfter(body: object, seconds: string | undefined): object {
  return seconds === undefined ? body : { ...body, retryAfterSeconds: Number(seconds) };
}

function textOf(value: object) {
  return { type: 'text', text: JSON.stringify(value) } as const;
}
