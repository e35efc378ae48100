import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { CopyButton, Segmented } from '../components/button.tsx';
import { askWorker, MarkdownView } from '../components/markdown-view.tsx';
import { JsonView } from './json-view.tsx';
import { PlainText } from './plain-text.tsx';
import type { AppliedRule } from './queries.ts';
import { parseJson } from './rows.ts';
import { isMarking, type Mark } from './rule-marks.ts';
import { isMarkdown, nameUnseen } from './text-signs.ts';
import { texts } from './texts.ts';
import { PRINTED_WHOLE_CLASS, TEXT_FRAME_CLASS } from './virtual-rows.tsx';

interface OutputTextProps {
  readonly title: string;
  readonly text: string;
  /** The rule results for the text; what rules objected to is marked. */
  readonly rules?: readonly AppliedRule[];
}

const NO_RULES: readonly AppliedRule[] = [];
const VIEWS = [
  { id: 'formatted', text: texts.formatted },
  { id: 'raw', text: texts.raw },
] as const;
// Rendering costs time per element, so longer texts are shown raw.
const MARKDOWN_CHARACTERS_MAX = 50_000;

/** A text of an output, formatted or raw. */
export function OutputText({ title, text, rules = NO_RULES }: OutputTextProps) {
  const json = useMemo(() => parseJson(text), [text]);
  const isFormatted = useMemo(
    () => json !== null || (text.length < MARKDOWN_CHARACTERS_MAX && isMarkdown(text)),
    [json, text],
  );
  // Marks are shown in the raw text only.
  const [isRaw, setRaw] = useState(() => rules.some(isMarking));
  const marks = useRuleMarks(text, rules);
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex h-8 items-center gap-1">
        <h3 className="flex-1 text-sm">{title}</h3>
        {isFormatted && (
          <Segmented
            label={texts.view}
            choices={VIEWS}
            chosen={isRaw ? 'raw' : 'formatted'}
            onChoose={(view) => setRaw(view === 'raw')}
          />
        )}
        <CopyButton text={text} label={texts.copy(title)} />
      </div>
      {text === '' ? (
        <p className="rounded-md bg-sunken p-3 text-sm text-soft italic">{texts.empty}</p>
      ) : !isFormatted || isRaw ? (
        <PlainText label={title} text={text} marks={marks} />
      ) : json !== null ? (
        <JsonView label={title} value={json} />
      ) : (
        <MarkdownView
          label={title}
          text={nameUnseen(text)}
          className={`${TEXT_FRAME_CLASS} ${PRINTED_WHOLE_CLASS} px-4 py-1`}
          plain={<PlainText label={title} text={text} />}
        />
      )}
    </div>
  );
}

/**
 * Finds what rules objected to in a text, in a worker with a time limit: a pattern that is fast in RE2 may block a
 * browser forever.
 */
function useRuleMarks(text: string, rules: readonly AppliedRule[]): readonly Mark[] | undefined {
  const marking = rules
    .filter(isMarking)
    .map(({ ruleName, ruleType, ruleValue }) => ({ ruleName, ruleType, ruleValue }));
  const question = marking.length === 0 ? null : { text, rules: marking };
  const { data } = useQuery({
    queryKey: ['rule-marks', question],
    queryFn: ({ signal }) => askWorker<Mark[]>(marksWorker(), question, signal),
    enabled: question !== null,
    ...{ staleTime: Infinity, gcTime: 0, networkMode: 'always', retry: false },
  });
  return data ?? undefined;
}

function marksWorker(): Worker {
  return new Worker(new URL('./rule-marks-worker.ts', import.meta.url), { type: 'module' });
}
