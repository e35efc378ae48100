import { texts } from '../../texts.ts';

// The order matters: each names itself after those that it is like.
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** How people call a browser and its system: for telling one's own apart, not for anything more. */
export function describeBrowser(userAgent: string | null): string {
  if (userAgent === null) return texts.account.unknownBrowser;
  const find = (names: readonly (readonly [string, string])[]): string | undefined =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : texts.account.browserOn(browser, system);
}
