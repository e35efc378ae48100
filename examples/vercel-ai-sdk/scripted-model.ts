import { randomUUID } from 'node:crypto';

import { MockLanguageModelV3 } from 'ai/test';

type Call = Parameters<MockLanguageModelV3['doGenerate']>[0];
type ToolMessage = Extract<Call['prompt'][number], { role: 'tool' }>;
type Answer = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

/** Calls the tool, then repeats the tool's answer. */
export const scriptedModel = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    if (last?.role !== 'tool') return callRefund();
    return answer([{ type: 'text', text: `The tool said: ${textOf(last.content[0])}` }], 'stop');
  },
});

function textOf(part: ToolMessage['content'][number] | undefined): string {
  if (part?.type !== 'tool-result') return 'nothing';
  const { output } = part;
  return output.type === 'text' || output.type === 'error-text' ? output.value : output.type;
}

function callRefund(): Answer {
  const input = JSON.stringify({ order: 'A-17', amount: 40 });
  const call = { type: 'tool-call', toolCallId: randomUUID(), toolName: 'refund', input } as const;
  return answer([call], 'tool-calls');
}

function answer(content: Answer['content'], unified: 'stop' | 'tool-calls'): Answer {
  const none = { total: undefined, text: undefined, reasoning: undefined };
  return {
    content,
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { ...none, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: none,
    },
    warnings: [],
  };
}
