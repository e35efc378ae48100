import { useEffect, useState } from 'react';

import { askWorker } from '../components/ask-worker.ts';
import type { AppliedRule } from './output-queries.ts';
import { isMarking, type Mark } from './rule-marks.ts';

const NONE: readonly Mark[] = [];

/**
 * What rules objected to in a text. Found beside the page, for so long at most: a pattern that RE2 is
 * quick with may keep a browser busy for ever.
 */
export function useRuleMarks(text: string, rules: readonly AppliedRule[]): readonly Mark[] {
  const [found, setFound] = useState<{ key: string; marks: readonly Mark[] }>();
  const marking = rules
    .filter(isMarking)
    .map(({ ruleName, ruleType, ruleValue }) => ({ ruleName, ruleType, ruleValue }));
  const key = JSON.stringify([text.length, marking]);
  useEffect(() => {
    const question = { text, rules: (JSON.parse(key) as [number, typeof marking])[1] };
    if (question.rules.length === 0) return undefined;
    const worker = new Worker(new URL('./rule-marks-worker.ts', import.meta.url), {
      type: 'module',
    });
    const asked = new AbortController();
    void askWorker<Mark[]>(worker, question, asked.signal).then((marks) => {
      if (marks) setFound({ key, marks });
    });
    return () => asked.abort();
  }, [text, key]);
  return found?.key === key ? found.marks : NONE;
}
