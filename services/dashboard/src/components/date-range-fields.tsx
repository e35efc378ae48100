import { texts } from '../texts.ts';
import { TextField } from './field.tsx';

interface DateRange {
  readonly from: string;
  readonly to: string;
}

interface DateRangeFieldsProps {
  /** Days as `2026-11-22`; empty where none is chosen. */
  readonly range: DateRange;
  readonly onChange: (range: DateRange) => void;
}

/** Two days, of which the first is not after the second. */
export function DateRangeFields({ range, onChange }: DateRangeFieldsProps) {
  const { from, to } = range;
  return (
    <>
      <TextField
        label={texts.form.from}
        type="date"
        value={from}
        max={to || undefined}
        onChange={({ target }) => onChange({ from: target.value, to })}
      />
      <TextField
        label={texts.form.to}
        type="date"
        value={to}
        min={from || undefined}
        onChange={({ target }) => onChange({ from, to: target.value })}
      />
    </>
  );
}
