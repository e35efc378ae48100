// A process that owns a server until it is killed: `owner.ts <dataDir>`.
import { startEmbeddedPostgres } from '../src/start-embedded-postgres.ts';

const [, , dataDir = ''] = process.argv;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const { port, password, pid } = await startEmbeddedPostgres({ dataDir, isDurable: true, log });
process.stdout.write(`${JSON.stringify({ port, password, pid })}\n`);
