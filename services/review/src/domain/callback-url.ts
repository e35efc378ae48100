import type { WorkspacePrincipal } from '@output-review/contracts';

/** A callback URL is a capability: only the workspace token and admins see all of it. */
export function showCallbackUrl(url: string | null, principal: WorkspacePrincipal): string | null {
  if (url === null || seesWholeCallbackUrl(principal)) return url;
  return URL.canParse(url) ? `${new URL(url).origin}/…` : '…';
}

function seesWholeCallbackUrl(principal: WorkspacePrincipal): boolean {
  return principal.kind === 'user' ? principal.role === 'admin' : principal.name === null;
}
