import { type SubmitEvent, useState } from 'react';

import { Button } from '../../components/button.tsx';
import { DateRangeFields } from '../../components/date-range-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import type { AuditSearch } from './audit-search.ts';

const { audit: words } = texts;

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
}

/** Who, about which output, and when. What is asked for stands in the address. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const [actor, setActor] = useState(search.actor ?? '');
  const [logId, setLogId] = useState(search.logId ?? '');
  const [days, setDays] = useState({ from: search.from ?? '', to: search.to ?? '' });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wanted = { actor: actor.trim(), logId: logId.trim(), ...days };
    onChange(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')));
  };
  const isFiltered = Object.keys(search).some((name) => name !== 'page');
  return (
    <form
      role="search"
      aria-label={words.filter}
      onSubmit={submit}
      className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[1.5fr_1.5fr_1fr_1fr_auto]"
    >
      <TextField
        label={words.who}
        placeholder={words.whoExample}
        value={actor}
        onChange={({ target }) => setActor(target.value)}
      />
      <TextField
        label={words.output}
        value={logId}
        onChange={({ target }) => setLogId(target.value)}
      />
      <DateRangeFields range={days} onChange={setDays} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary">
          {words.filter}
        </Button>
        {isFiltered && <Button onClick={() => onChange({})}>{words.clear}</Button>}
      </div>
    </form>
  );
}
