import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Page } from './page.tsx';
import { texts } from './texts.ts';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** What to do with old data when a reload fails: show it below the error, hide it, or show it without the error. */
  readonly stale?: 'below' | 'goes' | 'alone' | undefined;
  /** The number of placeholder lines. */
  readonly lines?: number | undefined;
  /** The wrapper around an error. */
  readonly frame?: (failure: ReactNode) => ReactNode;
  /** The title until the data that contains the page's heading is loaded. */
  readonly pageTitle?: string;
  /** With a title: the link to the page above, which the data's heading has too. */
  readonly pageLink?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders the data of a query, a placeholder while it loads, or its error. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const {
    query,
    stale = 'below',
    lines,
    pageTitle,
    pageLink,
    frame = (failure: ReactNode) => failure,
    children,
  } = props;
  const { data, error, refetch } = query;
  const isFailed = error !== null && (data === undefined || stale !== 'alone');
  const onPage = (part: ReactNode) =>
    pageTitle === undefined ? (
      part
    ) : (
      <Page title={pageTitle} description={pageLink}>
        {part}
      </Page>
    );
  return (
    <>
      {isFailed && onPage(frame(<FailureNotice error={error} onRetry={() => void refetch()} />))}
      {error === null && data === undefined && onPage(<Loading lines={lines} />)}
      {data !== undefined && (error === null || stale !== 'goes') && children(data)}
    </>
  );
}

/** A placeholder for lines that are loading. */
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
  /** Actions besides a retry. */
  readonly children?: ReactNode;
}

/** An error, shown where the content would be. */
export function FailureNotice({ error, onRetry, children }: FailureNoticeProps) {
  return (
    <div
      role="alert"
      className="flex items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad"
    >
      <CircleAlert size="1rem" aria-hidden className="shrink-0" />
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
  /** Whether it replaces a whole page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/** Shown where there is no content, with actions to continue. */
export function EmptyState(props: EmptyStateProps) {
  const { icon: Icon, title, text, isPage = false, children } = props;
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-16 text-center">
      <span className="mb-3 flex size-11 items-center justify-center rounded-full bg-sunken text-faint">
        <Icon size="1.375rem" aria-hidden />
      </span>
      <Heading className="text-base">{title}</Heading>
      {text !== undefined && <p className="mt-1 text-sm text-soft">{text}</p>}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </div>
  );
}
