import { expect, test } from '@jest/globals';

import { isShown, servedType } from './served-type.ts';

test.each([
  ...['image/png', 'image/jpeg', 'audio/mpeg', 'application/pdf', 'application/json'],
  ...['text/plain', 'text/csv', 'text/markdown'],
])('%s may be shown', (type) => {
  expect(isShown(type)).toBe(true);
});

test.each([
  ...['text/html', 'image/svg+xml', 'text/xml', 'text/javascript', 'text/css', 'text/xsl'],
  ...['text/x-component', 'text/vtt', 'application/octet-stream', 'application/zip'],
])('%s is only ever a download', (type) => {
  expect(isShown(type)).toBe(false);
});

test.each([
  ['image/png', 'image/png'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['text/html', 'text/html; charset=utf-8'],
  ['text/javascript', 'text/plain; charset=utf-8'],
  ['text/ecmascript', 'text/plain; charset=utf-8'],
  ['text/javascript1.5', 'text/plain; charset=utf-8'],
  ['text/css', 'text/plain; charset=utf-8'],
])('%s is served as %s', (type, served) => {
  expect(servedType(type)).toBe(served);
});
