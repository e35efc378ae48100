import { randomUUID } from 'node:crypto';

import { type Model, type ModelRequest, type ModelResponse, Usage } from '@openai/agents';

/** Calls the tool, then repeats the tool's answer. */
export const scriptedModel: Model = {
  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    const last = typeof input === 'string' ? undefined : input.at(-1);
    const output = last?.type === 'function_call_result' ? repeat(last.output) : callRefund();
    return { output: [output], usage: new Usage() };
  },
  getStreamedResponse() {
    throw new Error('It does not stream.');
  },
};

function callRefund(): ModelResponse['output'][number] {
  return {
    type: 'function_call',
    callId: `call_${randomUUID()}`,
    name: 'refund',
    arguments: JSON.stringify({ order: 'A-17', amount: 40 }),
  };
}

function repeat(output: unknown): ModelResponse['output'][number] {
  const said = typeof output === 'object' && output && 'text' in output ? output.text : output;
  const text = `The tool said: ${String(said)}`;
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  };
}
