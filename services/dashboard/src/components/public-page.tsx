import type { ReactNode } from 'react';

import { Logo } from '../app/logo.tsx';
import { texts } from '../texts.ts';
import { useTitle } from './page.tsx';

interface PublicPageProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Below the card: other ways to go. */
  readonly footer?: ReactNode;
}

/** A page of somebody who has not signed in: one card with one thing to do. */
export function PublicPage({ title, description, children, footer }: PublicPageProps) {
  useTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center gap-3">
          <Logo size={44} />
          <h1 className="text-xl">{texts.product}</h1>
        </div>
        <div className="rounded-lg border border-line bg-surface p-6 shadow-card">
          <h2 className="text-lg">{title}</h2>
          {description !== undefined && <p className="mt-1 text-sm text-soft">{description}</p>}
          {children !== undefined && <div className="mt-4">{children}</div>}
        </div>
        {footer !== undefined && <p className="mt-4 text-center text-sm">{footer}</p>}
      </div>
    </main>
  );
}

export const TEXT_LINK_CLASS = 'font-medium text-accent underline';
