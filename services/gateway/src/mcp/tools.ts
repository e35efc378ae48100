import {
  type AnswerOf,
  getOrSeedInstructions,
  getOutputStatus,
  IdempotencyArgument,
  INTERNAL_HEADERS,
  makeBodyReader,
  MCP_TOOLS,
  type McpToolName,
  type Operation,
  type OutputStatus,
  type Reading,
  searchOutputs,
  type TokenPrincipal,
} from '@output-review/contracts';
import { AppError, type FieldMessages } from '@output-review/errors';
import type { Identity, JsonBody } from '@output-review/runtime';

import { admit } from '../access/identify.ts';
import type { Context } from '../context.ts';
import { forward } from '../forwarding/forward.ts';
import { type ForwardedCall, toOwnerRequest, withJson } from '../forwarding/owner-request.ts';
import type { OwnerAnswer } from '../forwarding/owner-sender.ts';
import { answerStatus } from '../forwarding/waiting.ts';
import { type IdempotencyKey, readSubmission } from '../submissions/request.pure.ts';
import { submit, type SubmitAnswer } from '../submissions/submit.ts';
import { adviceOn, APPROVAL_NOTE, noteOnSubmitted } from './notes.pure.ts';

/** A tool call with a valid token. */
export interface ToolCall extends Pick<ForwardedCall, 'headers' | 'state'> {
  readonly principal: TokenPrincipal;
  readonly args: Readonly<Record<string, unknown>>;
  /** The message of the call. */
  readonly message: Pick<JsonBody, 'text' | 'bytes'>;
  readonly clientAddress: string | null;
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal;
  /** Reports progress to the client, if it asked for it. */
  readonly reportProgress: (seconds: number, total: number) => void;
}

type Answer = Record<string, unknown>;

/** Whether a tool with this name exists, for any caller. */
export function isTool(name: unknown): name is McpToolName {
  return typeof name === 'string' && Object.hasOwn(MCP_TOOLS, name);
}

/** A refusal worded by another service. */
export class OwnerRefusal extends Error {
  readonly body: string;
  readonly retryAfter: string | undefined;

  constructor({ body, headers }: { body: string; headers: OwnerAnswer['headers'] }) {
    super('The owner of the operation refused it');
    this.body = body;
    const retryAfter = headers['retry-after'];
    this.retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
  }
}

/**
 * Runs a tool as its operation would: with the same scopes, limits and checks.
 *
 * @throws AppError, OwnerRefusal.
 */
export async function runTool(ctx: Context, name: McpToolName, call: ToolCall): Promise<Answer> {
  const identity = await admit(ctx, MCP_TOOLS[name].operation, call.principal);
  return TOOLS[name](ctx, call, identity);
}

type Tool = (ctx: Context, call: ToolCall, identity: Identity) => Promise<Answer>;

const readKey = makeBodyReader(IdempotencyArgument);
const readAwaited = makeBodyReader(MCP_TOOLS.await_decision.input);
const readNames = makeBodyReader(MCP_TOOLS.get_instructions.input);
const readSearch = makeBodyReader(MCP_TOOLS.search_outputs.input);

const TOOLS: Readonly<Record<McpToolName, Tool>> = {
  async submit_output(ctx, call) {
    const { answer, ignoredFields } = await submitArguments(ctx, call, call.args);
    const answered = { status: statusOf(answer), isRepeat: answer.repeats !== null };
    return { ...answer.body, note: noteOnSubmitted(answered), ignoredFields };
  },

  async request_approval(ctx, call) {
    // A person must decide, whatever else the arguments say.
    const fixed = { requireApproval: true, sync: false, action: call.args['action'] ?? {} };
    const { answer, ignoredFields } = await submitArguments(ctx, call, { ...call.args, ...fixed });
    return { ...answer.body, note: APPROVAL_NOTE, ignoredFields };
  },

  async await_decision(ctx, call) {
    const { value, ignored } = valid(readAwaited(call.args, call.message.text));
    const { id, wait } = value;
    const stopReporting = wait === 0 ? () => undefined : reportWhileWaiting(call, wait);
    try {
      const { principal, clientAddress, signal } = call;
      const path = getOutputStatus.path.replace('{id}', encodeURIComponent(id));
      const question = { call: toForwarded(call, getOutputStatus, { path }), id };
      const told = await answerStatus(ctx, { ...question, principal, clientAddress, signal }, wait);
      if (told.status !== 200) throw new OwnerRefusal({ ...told, body: told.text });
      const status = JSON.parse(told.text) as AnswerOf<typeof getOutputStatus, 200>;
      const isActionAlone = told.headers[INTERNAL_HEADERS.isActionAlone] !== undefined;
      return { ...status, ...adviceOn(status, { isActionAlone }), ignoredFields: ignored };
    } finally {
      stopReporting();
    }
  },

  async get_instructions(ctx, call, identity) {
    const { value, ignored } = valid(readNames(call.args, call.message.text));
    const operation = getOrSeedInstructions;
    const forwarded = toForwarded(call, operation);
    const asking = { operation, forwarded, identity, body: JSON.stringify(value) };
    return { ...(await askOwner(ctx, call, asking)), ignoredFields: ignored };
  },

  async search_outputs(ctx, call, identity) {
    const { value, ignored } = valid(readSearch(call.args, call.message.text));
    const query = Object.entries(value).map(([name, each]): [string, string] => [
      name,
      String(each),
    ]);
    const search = `?${new URLSearchParams(query).toString()}`;
    const operation = searchOutputs;
    const asking = { operation, forwarded: toForwarded(call, operation, { search }), identity };
    return { ...(await askOwner(ctx, call, asking)), ignoredFields: ignored };
  },
};

async function submitArguments(
  ctx: Context,
  { principal: token, message, state: { requestId } }: ToolCall,
  { idempotencyKey, ...body }: Answer,
): Promise<{ readonly answer: SubmitAnswer; readonly ignoredFields: readonly string[] }> {
  const { clock, submitting } = ctx;
  const rules = { now: clock.now(), isPrivateHostAllowed: submitting.isPrivateHostAllowed };
  const attempt = readSubmission({ ...message, value: body }, keyOf(idempotencyKey), rules);
  const answer = await submit(ctx, { token, requestId, ...attempt });
  return { answer, ignoredFields: attempt.ignoredFields };
}

function keyOf(idempotencyKey: unknown): IdempotencyKey {
  const reading = readKey({ idempotencyKey });
  if (!reading.ok) return { ok: false, fault: reading.faults };
  return { ok: true, value: reading.value.idempotencyKey ?? null };
}

function statusOf({ body }: SubmitAnswer): OutputStatus {
  return body['status'] as OutputStatus;
}

// Well below the timeouts of clients, and of proxies for silent connections.
const PROGRESS_EVERY_MS = 5_000;

/** @returns a function that stops the progress reports. */
function reportWhileWaiting({ reportProgress }: ToolCall, seconds: number): () => void {
  const startedAt = performance.now();
  const tell = (): void => {
    reportProgress(Math.round((performance.now() - startedAt) / 1_000), seconds);
  };
  tell();
  const timer = setInterval(tell, PROGRESS_EVERY_MS);
  return () => clearInterval(timer);
}

function valid<T>(reading: Reading<T>): Extract<Reading<T>, { readonly ok: true }> {
  if (reading.ok) return reading;
  throw invalidArguments(reading.faults);
}

function invalidArguments(fields: FieldMessages): AppError {
  const message = 'Some arguments are invalid. See `fields`.';
  return new AppError('VALIDATION_FAILED', message, { fields });
}

/** The call of the operation behind a tool. */
function toForwarded(
  { headers, state }: ToolCall,
  operation: Operation,
  { path = operation.path, search = '' }: { readonly path?: string; readonly search?: string } = {},
): ForwardedCall {
  return { method: operation.method, path, search, headers, state };
}

interface OwnerCall {
  readonly operation: Operation;
  readonly forwarded: ForwardedCall;
  readonly identity: Identity;
  /** JSON. */
  readonly body?: string;
}

async function askOwner(
  ctx: Context,
  { principal, clientAddress, signal, state }: ToolCall,
  { operation, forwarded, identity, body }: OwnerCall,
): Promise<Answer> {
  const request = toOwnerRequest(forwarded, operation, { identity, clientAddress, signal });
  const { workspaceId } = principal;
  const asking = { workspaceId, outputId: null, requestId: state.requestId };
  const sent = body === undefined ? request : withJson(request, body);
  const answer = await forward(ctx, sent, asking);
  const text = await readWithin(answer, ANSWER_BYTES_MAX);
  if (answer.status !== 200) throw new OwnerRefusal({ ...answer, body: text });
  return JSON.parse(text) as Answer;
}

// Over HTTP an answer is streamed. Here it is held in memory several times, and a model could not read more.
export const ANSWER_BYTES_MAX = 1_000_000;

async function readWithin({ body }: OwnerAnswer, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const part = chunk as Buffer;
    bytes += part.length;
    if (bytes > bytesMax) {
      const limit = `The answer has more than ${bytesMax} bytes. Ask for fewer outputs, or fewer fields.`;
      throw invalidArguments({ limit });
    }
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}
