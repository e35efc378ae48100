import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { rootRoute } from './root-route.tsx';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }): { next?: string } => (isOwnPath(next) ? { next } : {}),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../pages/sign-up/sign-up-page.tsx'), 'SignUpPage'),
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

/** Pages of somebody who has not signed in. */
export const PUBLIC_ROUTES = [
  signInRoute,
  signUpRoute,
  invitationRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
] as const;

/** Never a page of somebody else: it comes out of the address. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value);
}
