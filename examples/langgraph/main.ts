import { randomUUID } from 'node:crypto';

import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import {
  Command,
  END,
  INTERRUPT,
  interrupt,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { NotApprovedError, OutputReviewClient } from '@output-review/client';
import { z } from 'zod';

import { scriptedModel } from './scripted-model.ts';

const { URL: baseUrl = '', TOKEN: token = '' } = process.env;
const { QUESTION: question = 'Order A-17 arrived broken. Refund it.' } = process.env;
const client = new OutputReviewClient({ baseUrl, token });

const Refund = z.object({ order: z.string(), amount: z.number() });
type Refund = z.infer<typeof Refund>;
type Answer = { readonly approved: Refund } | { readonly refused: string };

const refund = tool(
  async (proposed: Refund) => {
    // The graph stops here and is stored. When it is resumed, the function runs again from its start.
    const answer = interrupt<Refund, Answer>(proposed);
    if ('refused' in answer) return answer.refused;
    const { order, amount } = Refund.parse(answer.approved);
    console.log(`Refunding ${JSON.stringify({ order, amount })}`);
    return `Refunded ${amount} EUR for order ${order}.`;
  },
  {
    name: 'refund',
    description: 'Refunds an order, in EUR. A person approves it first, and may correct it.',
    schema: Refund,
  },
);

// Replace it with a real model.
const model = scriptedModel.bindTools([refund]);

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', new ToolNode([refund]))
  .addEdge(START, 'model')
  .addConditionalEdges('model', sendCalls, ['tools', END])
  .addEdge('tools', 'model')
  // With a checkpointer that stores on disk, such as PostgresSaver, a process that starts later can resume.
  .compile({ checkpointer: new MemorySaver() });

const thread = { configurable: { thread_id: randomUUID() } };
let state = await graph.invoke({ messages: [{ role: 'user', content: question }] }, thread);
while (isInterrupted<Refund>(state)) {
  const resume: Record<string, Answer> = {};
  for (const { id, value } of state[INTERRUPT]) {
    if (id && value) resume[id] = await askPerson(id, value);
  }
  state = await graph.invoke(new Command({ resume }), thread);
}
console.log(state.messages.at(-1)?.text);

/**
 * Each tool call of a message is a task of its own. In one task, calls that have already run would run again whenever
 * the graph is resumed for another.
 */
function sendCalls({ messages }: typeof MessagesAnnotation.State) {
  const message = messages.at(-1);
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  if (calls.length === 0) return END;
  return calls.map((call) => new Send('tools', { messages, lg_tool_call: call }));
}

/** Returns the approved params, or why they were not approved. Calls with the same ID ask only once. */
async function askPerson(id: string, proposed: Refund): Promise<Answer> {
  const ask = client.requireApproval((params: Refund) => params, {
    project: 'Examples',
    name: 'refund',
    summary: ({ order, amount }) => `Refund ${amount} EUR for order ${order}`,
    fields: { id, task: 'LangGraph' },
  });
  try {
    return { approved: await ask(proposed) };
  } catch (error) {
    if (!(error instanceof NotApprovedError)) throw error;
    return { refused: error.message };
  }
}
