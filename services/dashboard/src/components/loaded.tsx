import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Page } from './page.tsx';
import { texts } from './texts.ts';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /**
   * What becomes of data that could not be loaded anew: it stays below the failure, it goes, or it stays
   * alone.
   */
  readonly stale?: 'below' | 'goes' | 'alone' | undefined;
  /** How many lines are likely to come. */
  readonly lines?: number | undefined;
  /** What stands around a failure. */
  readonly frame?: (failure: ReactNode) => ReactNode;
  /** Of a page that has its heading by what is loaded: what it is called until then. */
  readonly pageTitle?: string;
  readonly children: (data: Data) => ReactNode;
}

/** What a query answers; until it does that it is loading, or why it failed. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const {
    query,
    stale = 'below',
    lines,
    pageTitle,
    frame = (failure: ReactNode) => failure,
    children,
  } = props;
  const { data, error, refetch } = query;
  const isFailed = error !== null && (data === undefined || stale !== 'alone');
  const onPage = (part: ReactNode) =>
    pageTitle === undefined ? part : <Page title={pageTitle}>{part}</Page>;
  return (
    <>
      {isFailed && onPage(frame(<FailureNotice error={error} onRetry={() => void refetch()} />))}
      {error === null && data === undefined && onPage(<Loading lines={lines} />)}
      {data !== undefined && (error === null || stale !== 'goes') && children(data)}
    </>
  );
}

/** Stands in the place of lines that are still coming. */
export function Loading({ lines = 4 }: { readonly lines?: number | undefined }) {
  return (
    <div role="status" className="space-y-3 p-4">
      <span className="sr-only">{texts.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div
          key={index}
          aria-hidden
          className={`h-4 animate-pulse rounded bg-line ${index % 3 === 2 ? 'w-2/3' : 'w-full'}`}
        />
      ))}
    </div>
  );
}

interface FailureNoticeProps {
  readonly error: Error;
  readonly onRetry?: () => void;
  /** What may be done about it. */
  readonly children?: ReactNode;
}

/** Says what could not be done, where it should have stood. */
export function FailureNotice({ error, onRetry, children }: FailureNoticeProps) {
  return (
    <div
      role="alert"
      className="flex items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad"
    >
      <CircleAlert size={16} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 break-words">{error.message}</p>
      {children}
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {texts.failure.again}
        </Button>
      )}
    </div>
  );
}

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  /** Whether it stands in the place of a whole page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/** What stands where nothing is to be shown, with what may be done about it. */
export function EmptyState(props: EmptyStateProps) {
  const { icon: Icon, title, text, isPage = false, children } = props;
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-16 text-center">
      <span className="mb-3 flex size-11 items-center justify-center rounded-full bg-sunken text-faint">
        <Icon size={22} aria-hidden />
      </span>
      <Heading className="text-base">{title}</Heading>
      {text !== undefined && <p className="mt-1 text-sm text-soft">{text}</p>}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </div>
  );
}
