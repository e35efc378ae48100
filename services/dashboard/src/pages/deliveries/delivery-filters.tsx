import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { destinationsQuery } from '../../deliveries/delivery-queries.ts';
import { nameOfDestination } from '../../deliveries/destination-name.tsx';
import { texts } from '../../texts.ts';
import { type DeliveriesSearch, STATES } from './deliveries-search.ts';

const { deliveries: words } = texts;

interface DeliveryFiltersProps {
  readonly search: DeliveriesSearch;
  readonly onChange: (search: DeliveriesSearch) => void;
}

/** Of which state, to whom, of which output. What is asked for stands in the address. */
export function DeliveryFilters({ search, onChange }: DeliveryFiltersProps) {
  const [logId, setLogId] = useState(search.logId ?? '');
  const { page: _, ...filters } = search;
  const change = (name: keyof typeof filters, value: string | undefined): void => {
    const { [name]: former, ...others } = filters;
    if (value !== former) onChange(value === undefined ? others : { ...others, [name]: value });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change('logId', logId.trim() || undefined);
  };
  return (
    <form
      role="search"
      aria-label={words.filter}
      onSubmit={submit}
      className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_2fr_1.5fr_auto]"
    >
      <SelectField
        label={words.state}
        value={search.state ?? ''}
        onChange={({ target }) => change('state', target.value || undefined)}
      >
        <option value="">{words.anyState}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {words.states[state]}
          </option>
        ))}
      </SelectField>
      <DestinationChoice
        value={search.destinationId}
        onChange={(id) => change('destinationId', id)}
      />
      <TextField
        label={words.output}
        placeholder={words.outputExample}
        value={logId}
        onChange={({ target }) => setLogId(target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary">
          {words.filter}
        </Button>
        {Object.keys(filters).length > 0 && (
          <Button onClick={() => onChange({})}>{words.clear}</Button>
        )}
      </div>
    </form>
  );
}

interface DestinationChoiceProps {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

function DestinationChoice({ value, onChange }: DestinationChoiceProps) {
  const { data } = useQuery(destinationsQuery(1));
  const known = data?.items ?? [];
  const isListed = value === undefined || known.some(({ id }) => id === value);
  return (
    <SelectField
      label={words.to}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{words.anyDestination}</option>
      {/* One that was deleted is in no list any more; its deliveries are. */}
      {!isListed && <option value={value}>{value}</option>}
      {known.map((destination) => (
        <option key={destination.id} value={destination.id}>
          {nameOfDestination(destination)}
        </option>
      ))}
    </SelectField>
  );
}
