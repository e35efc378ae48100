import type { BareOutput } from './bench-rules.ts';
import type { Contestant } from './contestant.ts';

/** Evaluates rules one by one in plain JavaScript, without explanations of failures. */
export const BARE_LOOP: Contestant = {
  name: 'bare loop',
  prepare: (rules) => async (text) => {
    const output: BareOutput = {
      text,
      lowerCase: text.toLowerCase(),
      characters: Array.from(text).length,
      json: readJson(text),
    };
    return rules.map(({ passes }) => passes(output));
  },
};

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
