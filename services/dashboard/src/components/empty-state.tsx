import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** What stands where nothing is to be shown, with what may be done about it. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-16 text-center">
      <span className="mb-3 flex size-11 items-center justify-center rounded-full bg-sunken text-faint">
        <Icon size={22} aria-hidden />
      </span>
      <h2 className="text-base">{title}</h2>
      {text !== undefined && <p className="mt-1 text-sm text-soft">{text}</p>}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </div>
  );
}
