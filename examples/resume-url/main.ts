import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import {
  OutputReviewClient,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from '@output-review/client';

// The secret is that of callbacks: "Rotate secret" under Destinations.
const { URL: baseUrl = '', TOKEN: token = '', WEBHOOK_SECRET: secret = '' } = process.env;
if (!secret) throw new Error('WEBHOOK_SECRET is missing.');
const client = new OutputReviewClient({ baseUrl, token });
const proposed = { order: 'A-17', amount: 40 };

// Workflow tools do this themselves: a secret URL that resumes the workflow.
const path = `/webhook-waiting/${randomUUID()}`;
const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status, { connection: 'close' }).end(),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const resumeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
console.log(`Waiting at ${resumeUrl}`);

await client.submit({
  project: 'Examples',
  task: 'Resume URL',
  action: { name: 'refund', summary: 'Refund 40 EUR for order A-17', params: proposed },
  requireApproval: true,
  // Called with the decision and nothing else.
  callbackUrl: resumeUrl,
});

async function receive(request: IncomingMessage): Promise<number> {
  if (request.url !== path || request.method !== 'POST') return 404;
  try {
    const { headers } = request;
    resume(await verifyWebhook({ body: await buffer(request), headers, secret }));
    return 204;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401;
    throw error;
  }
}

/** The rest of the workflow. */
function resume({ event, correctedAction, comment }: WebhookEvent): void {
  // Deliveries may be repeated, so this URL works once.
  if (!server.listening) return;
  server.close();
  if (event === 'approved') refund(proposed);
  else if (event === 'changed' && correctedAction) refund(correctedAction.params);
  else console.log(`Not refunded: ${event}${comment ? `, ${comment}` : ''}`);
}

function refund(params: unknown): void {
  console.log(`Refunding ${JSON.stringify(params)}`);
}
