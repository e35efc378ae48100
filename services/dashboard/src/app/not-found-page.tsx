import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';

import { EmptyState } from '../components/empty-state.tsx';
import { texts } from '../texts.ts';

export function NotFoundPage() {
  return (
    <EmptyState icon={SearchX} title={texts.notFound.title} text={texts.notFound.text}>
      <Link to="/" className="font-medium text-accent underline">
        {texts.notFound.back}
      </Link>
    </EmptyState>
  );
}
