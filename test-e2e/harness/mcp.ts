import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import type { JsonObject } from './client.ts';

/** How a client negotiates the protocol version: as before 2026-07-28, or as since then. */
export const MCP_ERAS = ['legacy', 'auto'] as const;
export type McpEra = (typeof MCP_ERAS)[number];

export interface ToolAnswer {
  readonly isError: boolean;
  /** The structured content; for an error, the body in its text. */
  readonly body: JsonObject;
  readonly text: string;
}

/** The official MCP client, connected with a token. */
export interface McpClient extends AsyncDisposable {
  readonly client: Client;
  /** The names of the tools listed by the server. */
  tools(): Promise<readonly string[]>;
  call(name: string, args?: JsonObject, options?: CallOptions): Promise<ToolAnswer>;
}

interface CallOptions {
  readonly onProgress?: (progress: number, total: number | undefined) => void;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export async function connectMcp(
  url: string,
  headers: Readonly<Record<string, string>>,
  era: McpEra = 'auto',
): Promise<McpClient> {
  const client = new Client(
    { name: 'journeys', version: '1.0.0' },
    { versionNegotiation: { mode: era } },
  );
  const requestInit = { headers: { ...headers } };
  const transport = new StreamableHTTPClientTransport(new URL('/api/mcp', url), { requestInit });
  await client.connect(transport);
  // From now on the client validates responses against the declared schemas of the tools.
  await client.listTools();
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}, { onProgress, timeoutMs, signal } = {}) {
      const answer = await client.callTool(
        { name, arguments: { ...args } },
        {
          ...(onProgress && {
            onprogress: ({ progress, total }) => onProgress(progress, total),
            resetTimeoutOnProgress: true,
          }),
          ...(timeoutMs !== undefined && { timeout: timeoutMs }),
          ...(signal && { signal }),
        },
      );
      const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      const isError = answer.isError === true;
      const body = (isError ? JSON.parse(text) : answer.structuredContent) as JsonObject;
      return { isError, body, text };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
