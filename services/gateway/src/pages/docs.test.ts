import { connect, type Socket } from 'node:net';

import { buildOpenApi, OPERATIONS } from '@output-review/contracts';
import type { AppState, Listening } from '@output-review/runtime';
import { eventually, testAssertions, startPeer } from '@output-review/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { Middleware } from 'koa';

import { serveDocs } from './docs.ts';

const document = buildOpenApi(OPERATIONS, {
  title: 'Output review',
  version: '1.2.3',
  description: 'For the test.',
  cookieName: 'output-review.session_token',
});

let server: Listening;
let answered = 0;

const countAnswered: Middleware<AppState> = async (_, next) => {
  await next();
  answered += 1;
};

beforeAll(async () => {
  server = await startPeer({
    service: 'gateway',
    assertions: testAssertions().verifier,
    routes: [],
    before: [countAnswered, serveDocs(document)],
  });
});

afterAll(() => server.close(0));

const get = (path: string, method = 'GET') => fetch(server.url + path, { method });

/** Sends several requests over one connection and does not read the answers. */
function askUnread(path: string, times: number): Socket {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(times));
  return socket;
}

/** The URLs that a page loads. */
const linksIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!);

describe('the docs', () => {
  test('serves the document as built', async () => {
    const answer = await get('/api/openapi.json');

    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test.each(['/api/docs', '/api/docs/'])('the page %s loads only what we serve', async (path) => {
    const page = await get(path);
    const html = await page.text();

    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const links = linksIn(html);
    expect(links).toHaveLength(4);
    for (const link of links) {
      expect(link).toMatch(/^\/api\/docs\//);
      const part = await get(link);
      expect(part.status).toBe(200);
      expect((await part.arrayBuffer()).byteLength).toBeGreaterThan(50);
    }
  });

  test('the page has no inline script, and its policy allows none', async () => {
    const page = await get('/api/docs');

    const policy = page.headers.get('content-security-policy') ?? '';
    const scripts = policy.split('; ').filter((directive) => directive.startsWith('script-src'));
    expect(scripts).toEqual(["script-src 'self'"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('http');
    expect(await page.text()).not.toMatch(/<script>|<script(?![^>]*src=)|<style|\son\w+=/);
  });

  test('the page uses no validator and shows our document', async () => {
    const script = await (await get('/api/docs/initialize.js')).text();

    expect(script).toContain("url: '/api/openapi.json'");
    expect(script).toContain('validatorUrl: null');
  });

  test('serves scripts and style sheets with their types', async () => {
    const types = await Promise.all(
      ['initialize.js', 'swagger-ui-bundle.js', 'swagger-ui.css'].map(async (name) => {
        const answer = await get(`/api/docs/${name}`, 'HEAD');
        return answer.headers.get('content-type');
      }),
    );

    expect(types).toEqual([
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/css; charset=utf-8',
    ]);
  });

  test('serves nothing else from the folder', async () => {
    for (const path of ['/api/docs/package.json', '/api/docs/..%2fpackage.json', '/api/docs/x']) {
      expect((await get(path)).status).toBe(404);
    }
  });

  test('clients that do not read a large file share one copy in memory', async () => {
    const path = '/api/docs/swagger-ui-bundle.js';
    await get(path);
    answered = 0;
    const before = process.memoryUsage().arrayBuffers;

    const sockets = Array.from({ length: 40 }, () => askUnread(path, 8));
    await eventually(() => expect(answered).toBe(320));

    const grown = process.memoryUsage().arrayBuffers - before;
    for (const socket of sockets) socket.destroy();
    // One copy per request took 420 MB.
    expect(grown).toBeLessThan(50_000_000);
  });

  test('refuses methods other than GET and HEAD', async () => {
    const answer = await get('/api/docs', 'POST');

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});
