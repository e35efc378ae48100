import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, SearchX } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';

import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { EmptyState, Loaded } from './loaded.tsx';
import { Card } from './page.tsx';
import { texts } from './texts.ts';

/** A page of a list, as the API answers it. */
interface Listed<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

const LIMIT = 50;

/** A list of which the first page is shown, until somebody turns it; spread it into `ListCard`. */
export function usePages<Item>(
  name: string,
  load: (query: { page: number; limit: number }, signal: AbortSignal) => Promise<Listed<Item>>,
) {
  const [page, onPage] = useState(1);
  const query = useQuery({
    queryKey: [name, page],
    queryFn: ({ signal }) => load({ page, limit: LIMIT }, signal),
    placeholderData: keepPreviousData,
  });
  return { query, page, onPage };
}

interface FindableProps<Item> {
  readonly items: readonly Item[];
  readonly textsOf: (item: Item) => readonly string[];
  readonly label: string;
  /** So many are taken in at a glance, without a field. */
  readonly glanceMax: number;
  readonly children: (found: readonly Item[]) => ReactNode;
}

/** A field above a list that is loaded whole, for what has the word in one of its texts. */
export function Findable<Item>({
  items,
  textsOf,
  label,
  glanceMax,
  children,
}: FindableProps<Item>) {
  const [word, setWord] = useState('');
  const looked = word.trim().toLowerCase();
  const found = items.filter((item) =>
    textsOf(item).some((text) => text.toLowerCase().includes(looked)),
  );
  return (
    <div className="space-y-3">
      {items.length > glanceMax && (
        <div className="max-w-sm">
          <TextField
            label={label}
            isLabelHidden
            type="search"
            placeholder={label}
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        </div>
      )}
      {children(found)}
    </div>
  );
}

interface ListCardProps<Item> extends Pick<ComponentProps<typeof Loaded>, 'stale' | 'lines'> {
  readonly query: UseQueryResult<Listed<Item>>;
  /** That of the rows where it is left out. */
  readonly page?: number;
  readonly onPage: (page: number) => void;
  readonly title?: string | undefined;
  readonly caption: string;
  readonly heads: readonly Head[];
  /** In the place of the rows where there are none; without a title, in that of the card. */
  readonly empty?: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A list of the API as a table, page by page. */
export function ListCard<Item>(props: ListCardProps<Item>) {
  const { query, stale, lines, page, onPage, title, caption, heads, empty, children } = props;
  return (
    <Loaded {...{ query, stale, lines }}>
      {({ items, total, limit, page: shown }) => {
        const isEmpty = total === 0 && empty !== undefined;
        if (isEmpty && title === undefined) return empty;
        const lastPage = Math.ceil(total / limit);
        if (items.length === 0 && shown > lastPage && lastPage > 0) {
          return (
            <Card isFlush title={title}>
              <PastEnd page={shown} {...{ lastPage, onPage }} />
            </Card>
          );
        }
        return (
          <Card isFlush title={title}>
            {isEmpty ? empty : <Table {...{ caption, heads }}>{items.map(children)}</Table>}
            <Pager page={page ?? shown} {...{ limit, total, onPage }} />
          </Card>
        );
      }}
    </Loaded>
  );
}

interface PastEndProps extends Pick<PagerProps, 'page' | 'onPage'> {
  readonly lastPage: number;
}

/** In the place of a page that a list had once, or never. */
function PastEnd({ page, lastPage, onPage }: PastEndProps) {
  return (
    <EmptyState icon={SearchX} title={texts.pager.past(page)} text={texts.pager.ends(lastPage)}>
      <Button onClick={() => onPage(lastPage)}>{texts.pager.toLast}</Button>
    </EmptyState>
  );
}

// Where the page is narrow, the columns need the room between them.
const PADDING = 'px-2 py-2 first:pl-4 last:pr-4 sm:px-4';

/** The head of a column. */
type Head =
  | string
  | {
      readonly text: string;
      readonly className?: string;
      /** Only for those who hear the page; its cells say it to the others. */
      readonly isHidden?: boolean;
    };

interface TableProps {
  /** What the table is of, for those who hear it. */
  readonly caption: string;
  readonly heads: readonly Head[];
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table of rows that are read, not edited. Stands in `<Card isFlush>`. */
export function Table({ caption, heads, children }: TableProps) {
  return (
    <table className="w-full border-collapse text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => {
            const { text, className = '', isHidden = false } = toParts(head);
            return (
              <th
                key={text}
                scope="col"
                className={`border-b border-line ${PADDING} text-xs font-medium whitespace-nowrap text-faint ${className}`}
              >
                {isHidden ? <span className="sr-only">{text}</span> : text}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function toParts(head: Head): Exclude<Head, string> {
  return typeof head === 'string' ? { text: head } : head;
}

export function Cell({ className = '', ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={`border-b border-line ${PADDING} align-middle group-last:border-b-0 ${className}`}
    />
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <tr className="group hover:bg-sunken/60">{children}</tr>;
}

interface PagerProps {
  /** Counted from 1. */
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Leads through a list that comes in pages; nothing where all of it stands on one. */
function Pager({ page, limit, total, onPage }: PagerProps) {
  if (total <= limit && page === 1) return null;
  const first = Math.min(total, (page - 1) * limit + 1);
  const last = Math.min(total, page * limit);
  return (
    <nav aria-label={texts.pager.name} className="flex items-center justify-end gap-2 px-4 py-2">
      <span className="mr-1 text-xs text-faint tabular-nums">
        {texts.pager.range(first, last, total)}
      </span>
      <Button
        size="small"
        icon={ChevronLeft}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        {texts.pager.back}
      </Button>
      <Button
        size="small"
        icon={ChevronRight}
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      >
        {texts.pager.next}
      </Button>
    </nav>
  );
}
