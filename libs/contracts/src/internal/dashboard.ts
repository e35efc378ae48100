/**
 * Where review has the files of the dashboard, for the gateway, which serves them at `/`. They are no
 * operation: they need no credential, and say nothing of any workspace.
 */
export const DASHBOARD_PREFIX = '/dashboard';
