import { useMemo, useState } from 'react';

import { CopyButton } from '../components/copy-button.tsx';
import { isMarkdown } from '../components/markdown-signs.ts';
import { MarkdownView } from '../components/markdown-view.tsx';
import { Segmented } from '../components/segmented.tsx';
import { texts } from '../texts.ts';
import { parseJson } from './json-rows.ts';
import { JsonView } from './json-view.tsx';
import { nameOrdering } from './ordering-signs.ts';
import { PlainText } from './plain-text.tsx';
import type { AppliedRule } from './output-queries.ts';
import { isMarking } from './rule-marks.ts';
import { TEXT_FRAME_CLASS } from './virtual-rows.tsx';
import { useRuleMarks } from './use-rule-marks.ts';

interface OutputTextProps {
  readonly title: string;
  readonly text: string;
  /** What was found out about it; what rules objected to is marked. */
  readonly rules?: readonly AppliedRule[];
}

const NO_RULES: readonly AppliedRule[] = [];
const VIEWS = [
  { id: 'formatted', text: texts.output.formatted },
  { id: 'raw', text: texts.output.raw },
] as const;
// Rendering is work for every element of it; longer ones are read as they are.
const MARKDOWN_CHARACTERS_MAX = 50_000;

/** A text of an output in the way it reads best, and as it is. */
export function OutputText({ title, text, rules = NO_RULES }: OutputTextProps) {
  const json = useMemo(() => parseJson(text), [text]);
  const isFormatted = useMemo(
    () => json !== null || (text.length < MARKDOWN_CHARACTERS_MAX && isMarkdown(text)),
    [json, text],
  );
  // Marks stand in the text as it is.
  const [isRaw, setRaw] = useState(() => rules.some(isMarking));
  const marks = useRuleMarks(text, rules);
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex h-8 items-center gap-1">
        <h3 className="flex-1 text-sm">{title}</h3>
        {isFormatted && (
          <Segmented
            label={texts.output.view}
            choices={VIEWS}
            chosen={isRaw ? 'raw' : 'formatted'}
            onChoose={(view) => setRaw(view === 'raw')}
          />
        )}
        <CopyButton text={text} label={texts.output.copy(title)} />
      </div>
      {text === '' ? (
        <p className="rounded-md bg-sunken p-3 text-sm text-soft italic">{texts.output.empty}</p>
      ) : !isFormatted || isRaw ? (
        <PlainText label={title} text={text} marks={marks} />
      ) : json !== null ? (
        <JsonView label={title} value={json} />
      ) : (
        <MarkdownText title={title} text={text} />
      )}
    </div>
  );
}

function MarkdownText({ title, text }: Pick<OutputTextProps, 'title' | 'text'>) {
  return (
    <MarkdownView
      label={title}
      text={nameOrdering(text)}
      className={`${TEXT_FRAME_CLASS} px-4 py-1`}
      plain={<PlainText label={title} text={text} />}
    />
  );
}
