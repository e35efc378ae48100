import { Link } from '@tanstack/react-router';
import { CalendarRange } from 'lucide-react';
import { useState } from 'react';

import { Button, Segmented } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { DateRangeFields } from '../../components/field.tsx';
import { endOfDay, readDay, startOfDay, toField } from '../../formats.ts';
import type { ChangeView, View } from './search.ts';
import { texts } from './texts.ts';
import { PRESETS, type TimeRange } from './time-range.ts';

/** The range and interval of the page. */
export function RangeBar({ view, change }: { readonly view: View; readonly change: ChangeView }) {
  const { preset, asked, interval, intervals } = view;
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      {intervals.length > 1 && (
        <Segmented
          label={texts.interval}
          choices={intervals.map((id) => ({ id, text: texts.intervals[id] }))}
          chosen={interval}
          onChoose={(chosen) => change({ interval: chosen })}
        />
      )}
      <nav aria-label={texts.range} className="flex rounded-md bg-sunken p-0.5">
        {PRESETS.map((id) => (
          <Link
            key={id}
            from="/overview"
            search={({ by }) => ({ range: id, ...(by && { by }) })}
            aria-current={id === preset ? 'page' : undefined}
            className="flex items-center rounded px-2 py-0.5 text-xs font-medium text-soft aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-card"
          >
            {texts.presets[id]}
          </Link>
        ))}
      </nav>
      <Button
        icon={CalendarRange}
        onClick={() => setChoosing(true)}
        className={preset === null ? 'border-accent! text-accent!' : ''}
      >
        {texts.custom}
      </Button>
      {isChoosing && (
        <RangeDialog
          range={asked}
          onClose={() => setChoosing(false)}
          onChoose={({ from, to }) =>
            change({
              ...{ from: from.toISOString(), to: to.toISOString() },
              ...{ range: undefined, interval: undefined },
            })
          }
        />
      )}
    </>
  );
}

interface RangeDialogProps {
  readonly range: TimeRange;
  readonly onClose: () => void;
  readonly onChoose: (range: TimeRange) => void;
}

/** A range of two dates in the user's time zone, both inclusive. */
function RangeDialog({ range, onClose, onChoose }: RangeDialogProps) {
  const [days, setDays] = useState({
    from: toField(range.from, 'day'),
    to: toField(range.to, 'day'),
  });
  const { from, to } = days;
  const isWhole = readDay(from) !== undefined && readDay(to) !== undefined && from <= to;
  const submit = (): void => {
    onChoose({ from: startOfDay(from), to: endOfDay(to) });
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={texts.custom}
      description={texts.customText}
      submitText={texts.show}
      isReady={isWhole}
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateRangeFields range={days} onChange={setDays} />
      </div>
    </FormDialog>
  );
}
