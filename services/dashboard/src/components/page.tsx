import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';

import { texts } from './texts.ts';

interface PageProps {
  /** Also the title of the browser tab. */
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons on the right. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading. The queue fills the window and has its own layout. */
export function Page({ title, description, actions, children }: PageProps) {
  useTitle(title);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-5 md:px-8 md:py-7">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 dir="auto" className="text-xl">
            {title}
          </h1>
          {description !== undefined && <p className="mt-0.5 text-sm text-soft">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

interface BackLinkProps {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: string;
}

/** Leads from a page to the one above it; place it in the description. */
export function BackLink({ to, text }: BackLinkProps) {
  return (
    <Link to={to} className="inline-flex items-center gap-1 text-accent hover:underline">
      <ChevronLeft size="0.875rem" aria-hidden />
      {text}
    </Link>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
}

interface CardProps {
  readonly title?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Removes the padding, for tables that fill the card. */
  readonly isFlush?: boolean;
}

/** A card with its own heading. */
export function Card({ title, actions, children, isFlush = false }: CardProps) {
  return (
    <section className="rounded-lg border border-line bg-surface">
      {(title !== undefined || actions !== undefined) && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
          {title !== undefined && <h2 className="text-sm">{title}</h2>}
          {actions}
        </div>
      )}
      <div className={isFlush ? 'overflow-x-auto' : 'p-4'}>{children}</div>
    </section>
  );
}
