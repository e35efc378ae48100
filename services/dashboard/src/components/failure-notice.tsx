import { CircleAlert } from 'lucide-react';

import { texts } from '../texts.ts';
import { Button } from './button.tsx';

interface FailureNoticeProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** Says what could not be done, where it should have stood. */
export function FailureNotice({ error, onRetry }: FailureNoticeProps) {
  return (
    <div
      role="alert"
      className="flex items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad"
    >
      <CircleAlert size={16} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 break-words">{error.message}</p>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {texts.failure.again}
        </Button>
      )}
    </div>
  );
}
