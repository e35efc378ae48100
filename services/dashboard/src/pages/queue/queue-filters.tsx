import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import type { RefObject } from 'react';

import { projectsQuery } from '../../api/queries.ts';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { useTypedWord } from '../../components/typed-word.ts';
import { ViewBar } from '../../views/view-bar.tsx';
import { type ChangeQueue, type QueueFilter, readQueueSearch } from './search.ts';
import { texts } from './texts.ts';

interface QueueFiltersProps {
  readonly filter: QueueFilter;
  readonly onChange: ChangeQueue;
  /** The `/` key focuses this field. */
  readonly searchField: RefObject<HTMLInputElement | null>;
}

const ORDERS = [
  { id: 'age', text: texts.orders.age },
  { id: 'deadline', text: texts.orders.deadline },
] as const;

export function QueueFilters({ filter, onChange, searchField }: QueueFiltersProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const [typed, setTyped] = useTypedWord(filter.q ?? '', (q) => onChange({ q }));
  return (
    <div className="grid grid-cols-2 gap-2 px-3 pb-3">
      <div className="col-span-2 flex gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            ref={searchField}
            type="search"
            label={texts.search}
            isLabelHidden
            placeholder={texts.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
            }}
          />
        </div>
        {filter.lane !== 'samples' && (
          <button
            type="button"
            aria-pressed={filter.due === 'soon'}
            onClick={() => onChange({ due: filter.due ? undefined : 'soon' })}
            className="flex h-8 shrink-0 items-center gap-1.5 rounded-md border border-line-strong px-2.5 text-sm text-soft aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <Clock size={14} aria-hidden />
            {texts.dueSoon}
          </button>
        )}
      </div>
      <div className={filter.lane !== 'samples' ? '' : 'col-span-2'}>
        <ChoiceField
          label={texts.project}
          isLabelHidden
          value={filter.project}
          none={texts.allProjects}
          choices={projects.map(({ id, name }) => ({ id, text: name }))}
          onChoose={(project) => onChange({ project })}
        />
      </div>
      {filter.lane !== 'samples' && (
        <ChoiceField
          label={texts.order}
          isLabelHidden
          value={filter.order ?? 'age'}
          choices={ORDERS}
          onChoose={(order) => onChange({ order })}
        />
      )}
      <QueueView filter={filter} onChange={onChange} />
    </div>
  );
}

function QueueView({ filter, onChange }: Omit<QueueFiltersProps, 'searchField'>) {
  const { view: _, ...filters } = filter;
  return (
    <div className="col-span-2 flex empty:hidden">
      <ViewBar
        page="queue"
        params={filter}
        read={readQueueSearch}
        isWorthSaving={Object.keys(filters).length > 0}
        onOpen={(view) => onChange({ view })}
      />
    </div>
  );
}
