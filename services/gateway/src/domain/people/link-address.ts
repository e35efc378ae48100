import type { LinkPurpose } from './link.ts';

/**
 * The pages of the dashboard to which links lead. The secret stands behind the `#`, so that it is in no
 * log and no Referer, and that programs which look at mails use it up for nobody.
 */
export const linkOf = (
  publicUrl: string,
  purpose: LinkPurpose | 'invitation',
  token: string,
): string => `${publicUrl}/${purpose}#${token}`;
