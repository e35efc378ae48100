import { expect, test } from '@jest/globals';

import { isShown, readKey, servedType } from './links.pure.ts';

const ADDRESSES = {
  publicUrl: () => 'https://review.example/base',
  previousPublicUrls: ['http://old.example:8080'],
};

const KEY = 'w1/o1/0-a.png';

test.each([
  KEY,
  `/api/media/${KEY}`,
  `/api/media/${encodeURIComponent(KEY)}`,
  `/api/media/${KEY}?download=1`,
  `https://review.example/base/api/media/${KEY}`,
  `https://REVIEW.example:443/base/api/media/${KEY}`,
  `http://old.example:8080/api/media/${KEY}`,
  `http://old.example:8080/api/media/${encodeURIComponent(KEY)}`,
])('reads the key of %s', (reference) => {
  expect(readKey(reference, ADDRESSES)).toBe(KEY);
});

test.each([
  ['another host', `https://evil.example/base/api/media/${KEY}`],
  ['our host as a user', `https://review.example@evil.example/base/api/media/${KEY}`],
  ['our host and port as a user', `https://review.example:443@evil.example/base/api/media/${KEY}`],
  ['a user at our host', `https://ada@review.example/base/api/media/${KEY}`],
  ['another port', `https://review.example:8443/base/api/media/${KEY}`],
  ['another scheme', `http://review.example/base/api/media/${KEY}`],
  ['a longer host', `https://review.example.evil.example/base/api/media/${KEY}`],
  ['no base path', `https://review.example/api/media/${KEY}`],
  ['another base path', `https://review.example/basement/api/media/${KEY}`],
  ['a path with a parent segment', `https://review.example/x/../base/api/media/${KEY}`],
  ['a backslash', `https://evil.example\\@review.example/base/api/media/${KEY}`],
  ['no scheme', `//review.example/base/api/media/${KEY}`],
  ['a file', `file:///api/media/${KEY}`],
  ['a script', `javascript:/api/media/${KEY}`],
  ['another path', `/api/logs/${KEY}`],
  ['a parent segment', '/api/media/w1/../w2/0-a.png'],
  ['an encoded parent segment', '/api/media/w1/..%2fw2/0-a.png'],
  ['a parent segment that is encoded twice', '/api/media/w1/..%252fw2/0-a.png'],
  ['an encoded dot', 'w1/%2e%2e/w2'],
  ['an incomplete encoding', 'w1/%2'],
  ['a line break', 'w1/o1\n/0-a.png'],
  ['an empty segment', 'w1//0-a.png'],
  ['one segment', 'w1'],
  ['a key that is too long', `w1/${'a'.repeat(1_000)}`],
  ['an empty key', '/api/media/'],
])('refuses %s', (_what, reference) => {
  expect(readKey(reference, ADDRESSES)).toBeNull();
});

test.each([
  ...['image/png', 'image/jpeg', 'audio/mpeg', 'application/pdf', 'application/json'],
  ...['text/plain', 'text/csv', 'text/markdown'],
])('%s may be displayed', (type) => {
  expect(isShown(type)).toBe(true);
});

test.each([
  ...['text/html', 'image/svg+xml', 'text/xml', 'text/javascript', 'text/css', 'text/xsl'],
  ...['text/x-component', 'text/vtt', 'application/octet-stream', 'application/zip'],
])('%s is always a download', (type) => {
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
