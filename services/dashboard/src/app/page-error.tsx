import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';

import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { texts } from '../texts.ts';

/** What stands in the place of a page that could not be shown. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      icon={CircleAlert}
      title={texts.failure.page}
      text={error instanceof Error ? error.message : String(error)}
    >
      <Button onClick={again}>{texts.failure.again}</Button>
    </EmptyState>
  );
}
