import type { LinkPurpose } from './link.ts';

/**
 * Where links of mails lead. Their secret stands behind the `#`, so that it is in no log and no Referer;
 * but for the one that is opened without a page of ours, which lets nobody in.
 */
export function linkOf(
  publicUrl: string,
  purpose: LinkPurpose | 'invitation',
  token: string,
): string {
  switch (purpose) {
    case 'verify-email':
      return `${publicUrl}/api/auth/verify-email?token=${token}`;
    case 'reset-password':
    case 'invitation':
      return `${publicUrl}/${purpose}#${token}`;
  }
}
