import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent as lazy,
  Link,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { CircleAlert, SearchX } from 'lucide-react';

import { ApiFailure } from '../api/client.ts';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/loaded.tsx';
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

/** What every page stands in. */
const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
});

function NotFoundPage() {
  return (
    <EmptyState icon={SearchX} title={texts.notFound.title} text={texts.notFound.text}>
      <Link to="/" className="font-medium text-accent underline">
        {texts.notFound.back}
      </Link>
    </EmptyState>
  );
}

/** What stands in the place of a page that could not be shown. */
function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      icon={CircleAlert}
      title={texts.failed}
      text={error instanceof Error ? error.message : String(error)}
    >
      <Button onClick={again}>{componentTexts.failure.again}</Button>
    </EmptyState>
  );
}

/** For a page of somebody who has not signed in. */
const withoutShell = <const Path extends string>(path: Path) => ({
  getParentRoute: () => rootRoute,
  path,
});

const signInRoute = createRoute({
  ...withoutShell('/sign-in'),
  // The router keeps what is left out here, as the address has it.
  validateSearch: ({ next }): { next?: string | undefined } => ({
    next: isOwnPath(next) ? next : undefined,
  }),
  component: lazy(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  ...withoutShell('/sign-up'),
  component: lazy(() => import('../pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
});

const invitationRoute = createRoute({
  ...withoutShell('/invitation'),
  component: lazy(() => import('../pages/invitation/invitation-page.tsx'), 'InvitationPage'),
});

const slackLinkRoute = createRoute({
  ...withoutShell('/slack-link'),
  component: lazy(() => import('../pages/slack-link/slack-link-page.tsx'), 'SlackLinkPage'),
});

const forgotPasswordRoute = createRoute({
  ...withoutShell('/forgot-password'),
  component: lazy(() => import('../pages/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPasswordRoute = createRoute({
  ...withoutShell('/reset-password'),
  component: lazy(() => import('../pages/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const verifyEmailRoute = createRoute({
  ...withoutShell('/verify-email'),
  component: lazy(() => import('../pages/sign-in/verify-email-page.tsx'), 'VerifyEmailPage'),
});

/** Never a page of somebody else: it comes out of the address, where browsers leave out tabs and ends of lines. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])[^\t\r\n]*$/.test(value);
}

/** All pages of somebody who has signed in stand in the shell. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
      loadPageFor(session.workspace.id);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
      loadPageFor(null);
      redirect({ to: '/sign-in', search: { next: location.href }, throw: true });
    }
  },
});

const inShell = <const Path extends string>(path: Path) => ({
  getParentRoute: () => shellRoute,
  path,
});

const queueRoute = createRoute({
  ...inShell('/'),
  validateSearch: readQueueSearch,
  component: lazy(() => import('../pages/queue/queue-page.tsx'), 'QueuePage'),
});

const searchRoute = createRoute({
  ...inShell('/outputs'),
  validateSearch: readSearchParams,
  component: lazy(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
});

const overviewRoute = createRoute({
  ...inShell('/overview'),
  validateSearch: readOverviewSearch,
  component: lazy(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const rulesRoute = createRoute({
  ...inShell('/rules'),
  component: lazy(() => import('../pages/rules/rules-page.tsx'), 'RulesPage'),
});

const newRuleRoute = createRoute({
  ...inShell('/rules/new'),
  component: lazy(() => import('../pages/rules/rule-page.tsx'), 'NewRulePage'),
});

const backtestsRoute = createRoute({
  ...inShell('/rules/backtests'),
  component: lazy(() => import('../pages/rules/backtests/backtests-page.tsx'), 'BacktestsPage'),
});

const backtestRoute = createRoute({
  ...inShell('/rules/backtests/$id'),
  component: lazy(() => import('../pages/rules/backtests/backtests-page.tsx'), 'BacktestPage'),
});

const ruleRoute = createRoute({
  ...inShell('/rules/$id'),
  component: lazy(() => import('../pages/rules/rule-page.tsx'), 'RulePage'),
});

const ruleResultsRoute = createRoute({
  ...inShell('/rule-results'),
  validateSearch: readResultsSearch,
  component: lazy(() => import('../pages/rules/results/results-page.tsx'), 'ResultsPage'),
});

const reviewersRoute = createRoute({
  ...inShell('/reviewers'),
  component: lazy(() => import('../pages/reviewers/reviewers-page.tsx'), 'ReviewersPage'),
});

const instructionsRoute = createRoute({
  ...inShell('/instructions'),
  component: lazy(() => import('../pages/instructions/instructions-page.tsx'), 'InstructionsPage'),
});

const documentRoute = createRoute({
  ...inShell('/instructions/document'),
  validateSearch: readDocumentSearch,
  component: lazy(() => import('../pages/instructions/document-page.tsx'), 'DocumentPage'),
});

const outputRoute = createRoute({
  ...inShell('/outputs/$id'),
  component: lazy(() => import('../pages/output/output-page.tsx'), 'OutputPage'),
});

const membersRoute = createRoute({
  ...inShell('/members'),
  component: lazy(() => import('../pages/members/members-page.tsx'), 'MembersPage'),
});

const tokensRoute = createRoute({
  ...inShell('/tokens'),
  component: lazy(() => import('../pages/tokens/tokens-page.tsx'), 'TokensPage'),
});

const settingsRoute = createRoute({
  ...inShell('/settings'),
  component: lazy(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const projectsRoute = createRoute({
  ...inShell('/projects'),
  component: lazy(() => import('../pages/projects/projects-page.tsx'), 'ProjectsPage'),
});

const auditRoute = createRoute({
  ...inShell('/audit'),
  validateSearch: readAuditSearch,
  component: lazy(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
});

const destinationsRoute = createRoute({
  ...inShell('/destinations'),
  component: lazy(() => import('../pages/destinations/destinations-page.tsx'), 'DestinationsPage'),
});

const deliveriesRoute = createRoute({
  ...inShell('/deliveries'),
  validateSearch: readDeliveriesSearch,
  component: lazy(() => import('../pages/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
});

const deliveryRoute = createRoute({
  ...inShell('/deliveries/$id'),
  component: lazy(() => import('../pages/deliveries/delivery-page.tsx'), 'DeliveryPage'),
});

const accountRoute = createRoute({
  ...inShell('/account'),
  component: lazy(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  signUpRoute,
  invitationRoute,
  slackLinkRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  shellRoute.addChildren([
    membersRoute,
    tokensRoute,
    settingsRoute,
    projectsRoute,
    auditRoute,
    accountRoute,
    destinationsRoute,
    deliveriesRoute,
    deliveryRoute,
    queueRoute,
    searchRoute,
    overviewRoute,
    rulesRoute,
    newRuleRoute,
    backtestsRoute,
    backtestRoute,
    ruleRoute,
    ruleResultsRoute,
    reviewersRoute,
    instructionsRoute,
    documentRoute,
    outputRoute,
  ]),
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
