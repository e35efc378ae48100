import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

import { NotFoundPage } from './not-found-page.tsx';
import { PageError } from './page-error.tsx';

interface RouterContext {
  readonly queryClient: QueryClient;
}

/** What every page stands in. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
});
