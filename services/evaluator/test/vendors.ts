import type { JudgeProvider } from '@output-review/contracts';

import { KEY } from './ask-vendor.ts';

/** A verdict, and the text in which a model returns it. */
export const VERDICT = { verdict: 'fail', confidence: 0.7, explanation: 'It promises a refund.' };
export const SAID = JSON.stringify(VERDICT);

export const chat = (content: string | null, more: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content }, ...more }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
});
const claude = (text: string, more: object = {}) => ({
  ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
  content: [{ type: 'text', text }],
  usage: { input_tokens: 11, output_tokens: 7 },
  ...more,
});
const gemini = (text: string, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', ...more }],
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7 },
});

/** The endpoint of a vendor, and how to build its answers. */
interface Vendor {
  readonly host: string;
  readonly path: string;
  /** The suffix of its base URL, as its clients expect it. */
  readonly version: string;
  readonly keyHeader: string;
  readonly key: string;
  readonly answer: (text: string, more?: object) => object;
  readonly refused: object;
  readonly cutShort: object;
}

const OPENAI_WAYS = {
  ...{ keyHeader: 'authorization', key: `Bearer ${KEY}`, answer: chat },
  version: '/v1',
  refused: { finish_reason: 'content_filter' },
  cutShort: { finish_reason: 'length' },
};
export const VENDORS: Readonly<Record<JudgeProvider, Vendor>> = {
  openai: { host: 'https://api.openai.com', path: '/v1/chat/completions', ...OPENAI_WAYS },
  openrouter: {
    ...{ host: 'https://openrouter.ai', path: '/api/v1/chat/completions' },
    ...OPENAI_WAYS,
  },
  openai_compatible: {
    ...{ host: 'http://models.example:8000', path: '/v1/chat/completions' },
    ...OPENAI_WAYS,
  },
  anthropic: {
    ...{ host: 'https://api.anthropic.com', path: '/v1/messages' },
    ...{ keyHeader: 'x-api-key', key: KEY, answer: claude, version: '/v1' },
    ...{ refused: { stop_reason: 'refusal' }, cutShort: { stop_reason: 'max_tokens' } },
  },
  google: {
    host: 'https://generativelanguage.googleapis.com',
    path: '/v1beta/models/a-model:generateContent',
    ...{ keyHeader: 'x-goog-api-key', key: KEY, answer: gemini, version: '/v1beta' },
    ...{ refused: { finishReason: 'SAFETY' }, cutShort: { finishReason: 'MAX_TOKENS' } },
  },
};
export const PROVIDERS = Object.keys(VENDORS) as JudgeProvider[];
