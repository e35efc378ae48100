import { text } from 'node:stream/consumers';

import type { Operation } from '@output-review/contracts';
import {
  arrivingBytes,
  FILE_ARRIVAL_MS_MAX,
  FILE_SILENCE_MS_MAX,
  makeAnswerReader,
  type Route,
  type RouteContext,
} from '@output-review/runtime';

import type { SendToOwner } from '../../use-cases/forwarding/forward.ts';
import { toOwnerRequest } from './owner-request.ts';

// What says what the bytes are, beside what every request says.
const BYTE_HEADERS = ['content-type', 'content-length', 'content-encoding'] as const;

/**
 * Forwards an operation whose request is bytes of any type. They flow to the owner as they come; its
 * answer, which is small, is read first: it may refuse them while they are still coming.
 */
export function makeBytesRoute(operation: Operation, send: SendToOwner): Route {
  const readAnswer = makeAnswerReader(operation.owner);
  return {
    operation,
    async respond(ctx, tools) {
      const identity = operation.access === 'public' ? null : await tools.identify(ctx, operation);
      const clientAddress = tools.clientAddressOf(ctx);
      const hangUp = new AbortController();
      ctx.res.once('close', () => hangUp.abort());
      const request = toOwnerRequest(ctx, operation, {
        identity,
        clientAddress,
        signal: hangUp.signal,
      });
      const limits = { silenceMs: FILE_SILENCE_MS_MAX, timeoutMs: FILE_ARRIVAL_MS_MAX };
      const body = arrivingBytes(ctx.req, limits);
      try {
        const headers = { ...request.headers, ...byteHeaders(ctx) };
        const answer = await send({ ...request, headers, body });
        ctx.body = readAnswer(operation, { ...answer, text: await text(answer.body) });
        ctx.status = answer.status;
      } finally {
        body.destroy();
      }
    },
  };
}

function byteHeaders({ headers }: RouteContext): Record<string, string> {
  return Object.fromEntries(
    BYTE_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
