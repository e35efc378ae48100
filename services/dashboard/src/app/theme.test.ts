import { expect, test } from '@jest/globals';

test('a theme that the browser has no room to keep is shown nevertheless', async () => {
  const dataset: Record<string, string> = {};
  const setItem = (): void => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  Object.assign(globalThis, {
    localStorage: { getItem: () => null, setItem },
    document: { documentElement: { dataset } },
  });
  // It reads the storage as it is loaded.
  const { chooseTheme, theme } = await import('./theme.ts');

  chooseTheme('dark');

  expect([theme.get(), dataset]).toEqual(['dark', { theme: 'dark' }]);
});
