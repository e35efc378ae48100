import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CircleAlert, Inbox, Search } from 'lucide-react';

import { readSearchParams } from '../outputs/search-params.ts';
import { readQueueSearch } from '../pages/queue/search.ts';
import { paramsOf, type View, viewsQuery } from '../views/queries.ts';
import { texts } from '../views/texts.ts';

// The API stops counting here.
const COUNTED_MAX = 100;

interface ViewLinksProps {
  readonly onFollow: () => void;
}

/** The saved views in the menu, with their current counts. */
export function ViewLinks({ onFollow }: ViewLinksProps) {
  const { data: views = [] } = useQuery(viewsQuery);
  const lists = [
    { text: texts.shared, views: views.filter(({ isShared }) => isShared) },
    { text: texts.own, views: views.filter(({ isShared }) => !isShared) },
  ].filter((list) => list.views.length > 0);
  return lists.map((list) => (
    <div key={list.text} className="mt-1">
      <p className="px-2 pt-3 pb-1 text-xs font-medium text-faint">{list.text}</p>
      <ul className="space-y-px">
        {list.views.map((view) => (
          <li key={view.id}>
            <ViewLink view={view} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function ViewLink({ view, onFollow }: ViewLinksProps & { readonly view: View }) {
  const open = useSearch({ strict: false, select: (search) => search.view });
  const params = paramsOf(view);
  const target =
    view.page === 'queue'
      ? ({ to: '/', search: readQueueSearch(params) } as const)
      : ({ to: '/outputs', search: readSearchParams(params) } as const);
  const isOpen = open === view.id;
  const isFaulty = Object.keys(view.faults).length > 0;
  const Icon = view.page === 'queue' ? Inbox : Search;
  return (
    <Link
      {...target}
      onClick={onFollow}
      aria-current={isOpen ? 'page' : undefined}
      className={`flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm font-medium ${
        isOpen ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink'
      }`}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate" title={view.name}>
        {view.name}
      </span>
      {isFaulty && (
        <CircleAlert
          size={14}
          role="img"
          aria-label={texts.isFaulty}
          className="shrink-0 text-warn"
        />
      )}
      {view.count !== null && (
        <span className="text-xs font-normal text-faint tabular-nums">
          {view.count < COUNTED_MAX ? view.count : texts.many}
        </span>
      )}
    </Link>
  );
}
