import type { AddressInfo } from 'node:net';

import Koa from 'koa';
import pg from 'pg';

// The baseline for accepting: a bare Koa handler that inserts the same body durably as a single row through a pool, and
// does nothing else.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
await pool.query('CREATE TABLE IF NOT EXISTS bare_bodies (id bigserial PRIMARY KEY, body text)');

const app = new Koa();
app.use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  await pool.query({
    name: 'insert-body',
    text: 'INSERT INTO bare_bodies (body) VALUES ($1)',
    values: [Buffer.concat(chunks).toString('utf8')],
  });
  ctx.status = 202;
  ctx.body = { ok: true };
});
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`ready {"url":"http://127.0.0.1:${port}","pid":${process.pid}}\n`);
});
