import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { api, take } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import { bodyOf, isValueGiven, type RuleDraft, valueOf } from './rule-draft.ts';

type Body = NonNullable<operations['dryRunRules']['requestBody']>['content']['application/json'];
/** What a rule is tried on: a stored output, with its files, or what was typed. */
export type Sample = Omit<Body, 'rule' | 'project' | 'task'>;

// Who types is not asked for each letter.
const TYPING_MS = 500;

/**
 * Tries a rule on a sample as it is written. A judge, which costs money, is only asked by `run`; what it
 * said then holds until the rule or the sample is another.
 */
export function useDryRun(draft: RuleDraft, sample: Sample | null) {
  const { projectName: _project, taskName: _task, description: _why, ...content } = bodyOf(draft);
  // Its name and place change nothing of what it says.
  const rule = { ...content, isActive: true, name: '-', value: valueOf(draft) };
  const asked = JSON.stringify({ ...sample, rule });
  const settled = useSettled(asked);
  const [run, setRun] = useState<string | null>(null);
  const isJudge = draft.type === 'llm_judge';
  const body = isJudge ? asked : settled;
  const query = useQuery({
    queryKey: ['dry-run', body],
    queryFn: ({ signal }) =>
      take(api.POST('/api/rules/evaluate', { signal, body: JSON.parse(body) as Body })),
    enabled:
      sample !== null && isValueGiven(draft) && (isJudge ? run === asked : settled === asked),
    staleTime: Infinity,
    retry: false,
    ...(isJudge ? {} : { placeholderData: keepPreviousData }),
  });
  return { query, isJudge, run: () => setRun(asked) };
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
