import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, SearchX } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';

import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { EmptyState, Loaded } from './loaded.tsx';
import { Card } from './page.tsx';
import { texts } from './texts.ts';

/** A page of a list as the API returns it. */
interface Listed<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** A paginated query; spread it into `ListCard`. */
export function usePages<Item>(
  name: string,
  load: (query: { page: number }, signal: AbortSignal) => Promise<Listed<Item>>,
) {
  const [page, onPage] = useState(1);
  const query = useQuery({
    queryKey: [name, page],
    queryFn: ({ signal }) => load({ page }, signal),
    placeholderData: keepPreviousData,
  });
  return { query, onPage };
}

interface FindableProps<Item> {
  readonly items: readonly Item[];
  readonly textsOf: (item: Item) => readonly string[];
  readonly label: string;
  /** The search field is shown only for longer lists. */
  readonly glanceMax: number;
  readonly children: (found: readonly Item[]) => ReactNode;
}

/** A search field above a fully loaded list; matches any text of an item. */
export function Findable<Item>(props: FindableProps<Item>) {
  const { items, textsOf, label, glanceMax, children } = props;
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
      {found.length > 0 ? (
        children(found)
      ) : (
        <div role="status">
          <EmptyState icon={SearchX} title={texts.find.none} text={texts.find.noneText} />
        </div>
      )}
    </div>
  );
}

interface ListCardProps<Item> extends Pick<ComponentProps<typeof Loaded>, 'stale' | 'lines'> {
  readonly query: UseQueryResult<Listed<Item>>;
  readonly onPage: (page: number) => void;
  readonly title?: string | undefined;
  readonly caption: string;
  readonly heads: readonly Head[];
  /** Shown instead of the rows if there are none; without a title, instead of the card. */
  readonly empty?: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A list of the API as a paginated table. */
export function ListCard<Item>(props: ListCardProps<Item>) {
  const { query, stale, lines, onPage, title, caption, heads, empty, children } = props;
  return (
    <Loaded {...{ query, stale, lines }}>
      {({ items, total, limit, page }) => {
        const isEmpty = total === 0 && empty !== undefined;
        if (isEmpty && title === undefined) return empty;
        const lastPage = Math.ceil(total / limit);
        if (items.length === 0 && page > lastPage && lastPage > 0) {
          return (
            <Card isFlush title={title}>
              <PastEnd {...{ page, lastPage, onPage }} />
            </Card>
          );
        }
        return (
          <Card isFlush title={title}>
            {isEmpty ? empty : <Table {...{ caption, heads }}>{items.map(children)}</Table>}
            <Pager {...{ page, limit, total, onPage }} />
          </Card>
        );
      }}
    </Loaded>
  );
}

interface PastEndProps extends Pick<PagerProps, 'page' | 'onPage'> {
  readonly lastPage: number;
}

/** Shown instead of a page past the end of the list. */
function PastEnd({ page, lastPage, onPage }: PastEndProps) {
  return (
    <EmptyState icon={SearchX} title={texts.pager.past(page)} text={texts.pager.ends(lastPage)}>
      <Button onClick={() => onPage(lastPage)}>{texts.pager.toLast}</Button>
    </EmptyState>
  );
}

// Narrow screens have no room for wider padding.
const PADDING = 'px-2 py-2 first:pl-4 last:pr-4 sm:px-4';

/** A column header. */
type Head =
  | string
  | {
      readonly text: string;
      readonly className?: string;
      /** Hides the header visually, where the cells explain themselves. Screen readers still read it. */
      readonly isHidden?: boolean;
    };

interface TableProps {
  /** The caption for screen readers. */
  readonly caption: string;
  readonly heads: readonly Head[];
  readonly children: ReactNode;
}

/** A read-only table; place it in `<Card isFlush>`. */
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

/** For the cells of a row that `RowBelow` continues. */
export const CONTINUED_CLASS = 'max-xl:border-b-0 max-xl:pb-0.5';
/** For cells that have room on wide screens only. */
export const WIDE_CLASS = 'hidden xl:table-cell';

interface RowBelowProps {
  /** The number of columns on narrow screens. */
  readonly columns: number;
  readonly children: ReactNode;
}

/** What the columns of the row above show on wide screens only. Its links stand in text, so colour is not enough. */
export function RowBelow({ columns, children }: RowBelowProps) {
  return (
    <tr className="group xl:hidden">
      <Cell colSpan={columns} className="pt-0 text-xs text-soft [&_a]:underline">
        {children}
      </Cell>
    </tr>
  );
}

interface PagerProps {
  /** Starts at 1. */
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** The pagination controls; nothing for a list of one page. */
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
