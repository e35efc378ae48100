import type { WorkspacePrincipal } from '@output-review/contracts';

/** Who has a URL may write there: tokens, which act for the workspace, and admins see all of it. */
export function showUrl(url: string, principal: WorkspacePrincipal): string {
  return seesWholeUrl(principal) ? url : `${originOf(url)}/…`;
}

function seesWholeUrl(principal: WorkspacePrincipal): boolean {
  return principal.kind === 'token' || principal.role === 'admin';
}

/** What of a URL may be told to everybody. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
