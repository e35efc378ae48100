import { expect, test } from '@jest/globals';

test('applies a theme even if the storage is full', async () => {
  const dataset: Record<string, string> = {};
  const setItem = (): void => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  Object.assign(globalThis, {
    localStorage: { getItem: () => null, setItem },
    document: { documentElement: { dataset } },
  });
  // The module reads the storage when it is loaded.
  const { chooseTheme, theme } = await import('./theme.ts');

  chooseTheme('dark');

  expect([theme.get(), dataset]).toEqual(['dark', { theme: 'dark' }]);
});
