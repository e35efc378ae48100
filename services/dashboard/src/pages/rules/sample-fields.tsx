import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { formatSince } from '../../components/moment.tsx';
import { outputQuery } from '../../outputs/output-queries.ts';
import { texts } from '../../texts.ts';
import type { RuleType } from './rule-draft.ts';
import type { Sample } from './use-dry-run.ts';

const RECENT = 25;
const EXCERPT_CHARS = 60;

type FigureName = 'confidence' | 'latencyMs' | 'costUsd';
const FIGURES: Readonly<Partial<Record<RuleType, FigureName>>> = {
  confidence_min: 'confidence',
  latency_max: 'latencyMs',
  cost_max: 'costUsd',
};

interface SampleFieldsProps {
  readonly type: RuleType;
  readonly onChange: (sample: Sample | null) => void;
}

/** What a rule is tried on: a pasted text, or one of the latest outputs. */
export function SampleFields({ type, onChange }: SampleFieldsProps) {
  const [logId, setLogId] = useState('');
  const [text, setText] = useState('');
  const [figure, setFigure] = useState('');
  const { data: output, error } = useQuery({ ...outputQuery(logId), enabled: logId !== '' });
  const figureName = FIGURES[type];
  const sample =
    logId === '' ? pastedSample({ text, figure, figureName }) : output ? { logId } : null;
  const key = JSON.stringify(sample);
  const tell = useEffectEvent(() => onChange(sample));
  useEffect(() => tell(), [key]);
  return (
    <>
      <RecentOutputs value={logId} onChange={setLogId} />
      <TextField
        key={logId}
        label={texts.rules.outputId}
        hint={texts.rules.outputIdHint}
        maxLength={128}
        defaultValue={logId}
        // Who types is not asked for each letter.
        onBlur={({ target }) => setLogId(target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      {logId !== '' && error && <FailureNotice error={error} />}
      {logId === '' &&
        (figureName === undefined ? (
          <TextArea
            label={texts.rules.sample}
            rows={8}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        ) : (
          <TextField
            label={texts.rules.figures[figureName]}
            type="number"
            step="any"
            min={0}
            {...(figureName === 'confidence' ? { max: 1 } : {})}
            value={figure}
            onChange={({ target }) => setFigure(target.value)}
          />
        ))}
      {logId !== '' && output?.output != null && (
        <pre className="max-h-56 overflow-auto rounded-md border border-line p-3 text-xs break-words whitespace-pre-wrap">
          {output.output}
        </pre>
      )}
      {logId !== '' && output && output.attachments.length > 0 && (
        <div>
          <p className="mb-1 text-sm font-medium">{texts.output.files}</p>
          <ul className="text-sm break-words text-soft">
            {output.attachments.map(({ key, filename, label }) => (
              <li key={key}>{label ?? filename}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface Pasted {
  readonly text: string;
  readonly figure: string;
  readonly figureName: FigureName | undefined;
}

function pastedSample({ text, figure, figureName }: Pasted): Sample | null {
  if (figureName === undefined) return text === '' ? null : { output: text };
  return figure === '' ? null : { [figureName]: Number(figure) };
}

function RecentOutputs({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['recent-outputs'],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/logs', {
          signal,
          params: { query: { limit: RECENT, fields: 'id,timestamp,projectName,explanation' } },
        }),
      ),
  });
  return (
    <SelectField
      label={texts.rules.tryOn}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{texts.rules.pasted}</option>
      <optgroup label={texts.rules.recent}>
        {value !== '' && !data?.executions.some(({ id }) => id === value) && (
          <option value={value}>{value}</option>
        )}
        {data?.executions.map(({ id = '', timestamp = '', projectName, explanation }) => (
          <option key={id} value={id}>
            {[
              projectName,
              formatSince(new Date(timestamp), dataUpdatedAt),
              explanation?.slice(0, EXCERPT_CHARS),
            ]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
}
