import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';

import { ApiFailure } from '../api/client.ts';
import { readSearchParams } from '../pages/search/search-params.ts';
import { readOverviewSearch } from '../pages/overview/overview-search.ts';
import { readQueueSearch } from '../pages/queue/queue-filter.ts';
import { readAuditSearch } from '../pages/audit/audit-search.ts';
import { readDocumentSearch } from '../pages/instructions/document-search.ts';
import { readDeliveriesSearch } from '../pages/deliveries/deliveries-search.ts';
import { loadPageFor } from './page-workspace.ts';
import { PageError } from './page-error.tsx';
import { PUBLIC_ROUTES } from './public-routes.tsx';
import { rootRoute } from './root-route.tsx';
import { sessionQuery } from './session.ts';
import { Shell } from './shell.tsx';

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

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/overview',
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(
    () => import('../pages/overview/overview-page.tsx'),
    'OverviewPage',
  ),
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

const instructionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/instructions',
  component: lazyRouteComponent(
    () => import('../pages/instructions/instructions-page.tsx'),
    'InstructionsPage',
  ),
});

const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/instructions/document',
  validateSearch: readDocumentSearch,
  component: lazyRouteComponent(
    () => import('../pages/instructions/document-page.tsx'),
    'DocumentPage',
  ),
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
  ...PUBLIC_ROUTES,
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
    ruleRoute,
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
