import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';

import { ApiFailure } from '../api/client.ts';
import { readSearchParams } from '../pages/search/search-params.ts';
import { readQueueSearch } from '../pages/queue/queue-filter.ts';
import { readAuditSearch } from '../pages/audit/audit-search.ts';
import { readDeliveriesSearch } from '../pages/deliveries/deliveries-search.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageError } from './page-error.tsx';
import { sessionQuery } from './session.ts';
import { Shell } from './shell.tsx';

interface RouterContext {
  readonly queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
});

/** All pages of somebody who has signed in stand in the shell. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
      redirect({ to: '/sign-in', search: { next: location.href }, throw: true });
    }
  },
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }): { next?: string } => (isOwnPath(next) ? { next } : {}),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(
    () => import('../pages/invitation/invitation-page.tsx'),
    'InvitationPage',
  ),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => import('../pages/forgot-password/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(
    () => import('../pages/reset-password/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(
    () => import('../pages/verify-email/verify-email-page.tsx'),
    'VerifyEmailPage',
  ),
});

const queueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => import('../pages/queue/queue-page.tsx'), 'QueuePage'),
});

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/outputs',
  validateSearch: readSearchParams,
  component: lazyRouteComponent(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
});

const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules',
  component: lazyRouteComponent(() => import('../pages/rules/rules-page.tsx'), 'RulesPage'),
});

const newRuleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules/new',
  component: lazyRouteComponent(() => import('../pages/rules/rule-page.tsx'), 'NewRulePage'),
});

const ruleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules/$id',
  component: lazyRouteComponent(() => import('../pages/rules/rule-page.tsx'), 'RulePage'),
});

const outputRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/outputs/$id',
  component: lazyRouteComponent(() => import('../pages/output/output-page.tsx'), 'OutputPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('../pages/members/members-page.tsx'), 'MembersPage'),
});

const tokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tokens',
  component: lazyRouteComponent(() => import('../pages/tokens/tokens-page.tsx'), 'TokensPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../pages/settings/settings-page.tsx'),
    'SettingsPage',
  ),
});

const projectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects',
  component: lazyRouteComponent(
    () => import('../pages/projects/projects-page.tsx'),
    'ProjectsPage',
  ),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
});

const destinationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/destinations',
  component: lazyRouteComponent(
    () => import('../pages/destinations/destinations-page.tsx'),
    'DestinationsPage',
  ),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(
    () => import('../pages/deliveries/deliveries-page.tsx'),
    'DeliveriesPage',
  ),
});

const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries/$id',
  component: lazyRouteComponent(
    () => import('../pages/deliveries/delivery-page.tsx'),
    'DeliveryPage',
  ),
});

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
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
    rulesRoute,
    newRuleRoute,
    ruleRoute,
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

/** Never a page of somebody else: it comes out of the address. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
