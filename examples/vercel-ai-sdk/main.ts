import { OutputReviewClient } from '@output-review/client';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';

import { scriptedModel } from './scripted-model.ts';

const { URL: baseUrl = '', TOKEN: token = '' } = process.env;
const client = new OutputReviewClient({ baseUrl, token });

const Refund = z.object({ order: z.string(), amount: z.number() });

// Asks a person, waits, and runs only if approved, with the params as corrected.
const refund = client.requireApproval(
  async function refund(params: z.infer<typeof Refund>) {
    const { order, amount } = Refund.parse(params);
    console.log(`Refunding ${JSON.stringify({ order, amount })}`);
    return `Refunded ${amount} EUR for order ${order}.`;
  },
  {
    project: 'Examples',
    summary: ({ order, amount }) => `Refund ${amount} EUR for order ${order}`,
    fields: { task: 'Vercel AI SDK' },
  },
);

const { text } = await generateText({
  // Replace it with a real model.
  model: scriptedModel,
  prompt: 'Order A-17 arrived broken. Refund it.',
  tools: {
    refund: tool({
      description: 'Refunds an order, in EUR. A person approves it first, and may correct it.',
      inputSchema: Refund,
      // It rejects if not approved, and the model reads the reason in the tool result.
      execute: (params, { abortSignal }) => refund(params, { signal: abortSignal }),
    }),
  },
  stopWhen: stepCountIs(5),
});
console.log(text);
