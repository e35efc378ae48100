import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent as lazy,
  Link,
  redirect,
  type RouteComponent,
  useRouter,
} from '@tanstack/react-router';
import { CircleAlert, SearchX } from 'lucide-react';

import { ApiFailure } from '../api/client.ts';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/loaded.tsx';
import { useTitle } from '../components/page.tsx';
import { texts as componentTexts } from '../components/texts.ts';
import { readSearchParams } from '../outputs/search-params.ts';
import { readAuditSearch } from '../pages/audit/search.ts';
import { readDeliveriesSearch } from '../pages/deliveries/search.ts';
import { readDocumentSearch } from '../pages/instructions/search.ts';
import { readOverviewSearch } from '../pages/overview/search.ts';
import { readQueueSearch } from '../pages/queue/search.ts';
import { readResultsSearch } from '../pages/rules/results/search.ts';
import { loadPageFor } from './connection.ts';
import { sessionQuery } from './session.ts';
import { Shell } from './shell.tsx';
import { texts } from './texts.ts';

interface RouterContext {
  readonly queryClient: QueryClient;
}

/** The root of all pages. */
const rootRoute = createRootRouteWithContext<RouterContext>()({ errorComponent: WholeError });

/** Replaces the page and the shell after an error. */
function WholeError(props: ErrorComponentProps) {
  return (
    <main>
      <PageError {...props} />
    </main>
  );
}

/** Replaces a page that failed to render. */
function PageError({ error, reset }: ErrorComponentProps) {
  useTitle(texts.failed);
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      isPage
      icon={CircleAlert}
      title={texts.failed}
      text={error instanceof Error ? error.message : String(error)}
    >
      <Button onClick={again}>{componentTexts.failure.again}</Button>
    </EmptyState>
  );
}

type LoadPage<Name extends string> = () => Promise<Record<Name, RouteComponent>>;

/** A page that needs no sign-in. */
const openPage = <const Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: LoadPage<Name>,
) => createRoute({ getParentRoute: () => rootRoute, path, component: lazy(load, name) });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  // The router keeps search params that are left out here.
  validateSearch: ({ next }): { next?: string | undefined } => ({
    next: isOwnPath(next) ? next : undefined,
  }),
  component: lazy(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Rejects URLs of other sites. The value comes from the URL, where browsers ignore tabs and line breaks. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])[^\t\r\n]*$/.test(value);
}

/** Pages that need a sign-in are shown inside the shell. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: WholeError,
  beforeLoad: async ({ context, location }) => {
    try {
      const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
      loadPageFor({ userId: session.user.id, workspaceId: session.workspace.id });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
      loadPageFor(null);
      redirect({ to: '/sign-in', search: { next: location.href }, throw: true });
    }
  },
});

const page = <const Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: LoadPage<Name>,
) => createRoute({ getParentRoute: () => shellRoute, path, component: lazy(load, name) });

/** A page with search params. */
const searchPage = <const Path extends string, Search extends object>(
  path: Path,
  validateSearch: (given: Record<string, unknown>) => Search,
  component: RouteComponent,
) => createRoute({ getParentRoute: () => shellRoute, path, validateSearch, component });

/** The API uses this path, so it must not be read as the ID of a rule. */
const ruleResultsOfApiRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules/results',
  beforeLoad: () => redirect({ to: '/rule-results', throw: true }),
});

/** Any other path; with the menu, so that the user can go on from there. */
const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: NotFoundPage,
});

function NotFoundPage() {
  useTitle(texts.notFound.title);
  return (
    <EmptyState isPage icon={SearchX} title={texts.notFound.title} text={texts.notFound.text}>
      <Link to="/" className="font-medium text-accent underline">
        {texts.notFound.back}
      </Link>
    </EmptyState>
  );
}

const routeTree = rootRoute.addChildren([
  signInRoute,
  openPage('/sign-up', 'SignUpPage', () => import('../pages/sign-in/sign-in-page.tsx')),
  openPage(
    '/invitation',
    'InvitationPage',
    () => import('../pages/invitation/invitation-page.tsx'),
  ),
  openPage('/slack-link', 'SlackLinkPage', () => import('../pages/slack-link/slack-link-page.tsx')),
  openPage(
    '/forgot-password',
    'ForgotPasswordPage',
    () => import('../pages/sign-in/link-pages.tsx'),
  ),
  openPage('/confirm-email', 'ConfirmEmailPage', () => import('../pages/sign-in/link-pages.tsx')),
  openPage('/reset-password', 'ResetPasswordPage', () => import('../pages/sign-in/link-pages.tsx')),
  openPage('/verify-email', 'VerifyEmailPage', () => import('../pages/sign-in/link-pages.tsx')),
  shellRoute.addChildren([
    page('/members', 'MembersPage', () => import('../pages/members/members-page.tsx')),
    page('/tokens', 'TokensPage', () => import('../pages/tokens/tokens-page.tsx')),
    page('/settings', 'SettingsPage', () => import('../pages/settings/settings-page.tsx')),
    page('/projects', 'ProjectsPage', () => import('../pages/projects/projects-page.tsx')),
    searchPage(
      '/audit',
      readAuditSearch,
      lazy(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
    ),
    page('/account', 'AccountPage', () => import('../pages/account/account-page.tsx')),
    page(
      '/destinations',
      'DestinationsPage',
      () => import('../pages/destinations/destinations-page.tsx'),
    ),
    searchPage(
      '/deliveries',
      readDeliveriesSearch,
      lazy(() => import('../pages/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
    ),
    page(
      '/deliveries/$id',
      'DeliveryPage',
      () => import('../pages/deliveries/deliveries-page.tsx'),
    ),
    searchPage(
      '/',
      readQueueSearch,
      lazy(() => import('../pages/queue/queue-page.tsx'), 'QueuePage'),
    ),
    searchPage(
      '/outputs',
      readSearchParams,
      lazy(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
    ),
    searchPage(
      '/overview',
      readOverviewSearch,
      lazy(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
    ),
    page('/rules', 'RulesPage', () => import('../pages/rules/rules-page.tsx')),
    page('/rules/new', 'NewRulePage', () => import('../pages/rules/rule-page.tsx')),
    page(
      '/rules/backtests',
      'BacktestsPage',
      () => import('../pages/rules/backtests/backtests-page.tsx'),
    ),
    page(
      '/rules/backtests/$id',
      'BacktestPage',
      () => import('../pages/rules/backtests/backtests-page.tsx'),
    ),
    page('/rules/$id', 'RulePage', () => import('../pages/rules/rule-page.tsx')),
    searchPage(
      '/rule-results',
      readResultsSearch,
      lazy(() => import('../pages/rules/results/results-page.tsx'), 'ResultsPage'),
    ),
    ruleResultsOfApiRoute,
    page('/reviewers', 'ReviewersPage', () => import('../pages/reviewers/reviewers-page.tsx')),
    page(
      '/instructions',
      'InstructionsPage',
      () => import('../pages/instructions/instructions-page.tsx'),
    ),
    searchPage(
      '/instructions/document',
      readDocumentSearch,
      lazy(() => import('../pages/instructions/document-page.tsx'), 'DocumentPage'),
    ),
    page('/outputs/$id', 'OutputPage', () => import('../pages/output/output-page.tsx')),
    notFoundRoute,
  ]),
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    // On wide screens, the page scrolls in this element.
    scrollToTopSelectors: ['#main'],
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
