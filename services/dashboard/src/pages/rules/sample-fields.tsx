import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { formatSince } from '../../components/moment.tsx';
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
  const { data: output, error } = useOutput(logId);
  const figureName = FIGURES[type];
  const sample = logId === '' ? pastedSample({ text, figure, figureName }) : (output ?? null);
  const key = JSON.stringify(sample);
  const tell = useEffectEvent(() => onChange(sample));
  useEffect(() => tell(), [key]);
  return (
    <>
      <RecentOutputs value={logId} onChange={setLogId} />
      {error && <FailureNotice error={error} />}
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

/** All that rules can read of an output. */
function useOutput(id: string) {
  return useQuery({
    queryKey: ['sample-output', id],
    queryFn: async ({ signal }): Promise<Sample> => {
      const found = await take(api.GET('/api/logs/{id}', { signal, params: { path: { id } } }));
      const { output, input, metadata, action, confidence, latencyMs, costUsd } = found;
      return {
        metadata,
        ...(output !== null && { output }),
        ...(input !== null && { input }),
        ...(action !== null && { action }),
        ...(confidence !== null && { confidence }),
        ...(latencyMs !== null && { latencyMs }),
        ...(costUsd !== null && { costUsd }),
      };
    },
    enabled: id !== '',
    staleTime: Infinity,
  });
}
