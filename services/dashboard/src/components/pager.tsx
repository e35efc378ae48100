import { ChevronLeft, ChevronRight } from 'lucide-react';

import { texts } from '../texts.ts';
import { Button } from './button.tsx';

interface PagerProps {
  /** Counted from 1. */
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Leads through a list that comes in pages; nothing where all of it stands on one. */
export function Pager({ page, limit, total, onPage }: PagerProps) {
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
