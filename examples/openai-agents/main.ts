import { Agent, Runner, RunState, tool } from '@openai/agents';
import { NotApprovedError, OutputReviewClient } from '@output-review/client';
import { z } from 'zod';

import { scriptedModel } from './scripted-model.ts';

const { URL: baseUrl = '', TOKEN: token = '' } = process.env;
const client = new OutputReviewClient({ baseUrl, token });

const Refund = z.object({ order: z.string(), amount: z.number() });
type Refund = z.infer<typeof Refund>;

// Keyed by the ID of the call. The SDK can approve a call, but not change it.
const approved = new Map<string, Refund>();

const refund = tool({
  name: 'refund',
  description: 'Refunds an order, in EUR. A person approves it first, and may correct it.',
  parameters: Refund,
  needsApproval: true,
  execute: async (_proposed, _context, details) => {
    const { order, amount } = Refund.parse(approved.get(details?.toolCall?.callId ?? ''));
    console.log(`Refunding ${JSON.stringify({ order, amount })}`);
    return `Refunded ${amount} EUR for order ${order}.`;
  },
});

const agent = new Agent({
  name: 'Support',
  instructions: 'You answer customers.',
  // Replace it with a real model, or its name.
  model: scriptedModel,
  tools: [refund],
});
const runner = new Runner({ tracingDisabled: true });

let result = await runner.run(agent, 'Order A-17 arrived broken. Refund it.');
while (result.interruptions.length > 0) {
  // Store this: a process that starts later can resume from here, and gets a decision made in the meantime.
  const stored = result.state.toString();
  result = await runner.run(agent, await decide(stored));
}
console.log(result.finalOutput);

/** Waits for the decision on each call that a stored run stopped at. */
async function decide(stored: string) {
  const state = await RunState.fromString<undefined, typeof agent>(agent, stored);
  for (const call of state.getInterruptions()) {
    if (call.rawItem.type !== 'function_call') throw new Error(`Unknown: ${call.rawItem.type}`);
    const { callId } = call.rawItem;
    try {
      approved.set(callId, await askPerson(callId, Refund.parse(JSON.parse(call.arguments ?? ''))));
      state.approve(call);
    } catch (error) {
      if (!(error instanceof NotApprovedError)) throw error;
      state.reject(call, { message: error.message });
    }
  }
  return state;
}

/**
 * Returns the approved params. Calls with the same ID ask only once. If the IDs of a model's calls are not unique,
 * prefix them with an ID of the run.
 */
function askPerson(id: string, proposed: Refund): Promise<Refund> {
  const ask = client.requireApproval((params: Refund) => params, {
    project: 'Examples',
    name: 'refund',
    summary: ({ order, amount }) => `Refund ${amount} EUR for order ${order}`,
    fields: { id, task: 'OpenAI Agents SDK' },
  });
  return ask(proposed);
}
