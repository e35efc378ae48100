import { createServer, type Server, type Socket } from 'node:net';

/** How the server in place of Redis responds. */
export type Wrongness = 'errors' | 'garbage' | 'silence' | 'wrong lists' | 'other answers';

/** A server on the port of Redis that responds wrongly. */
export interface WrongRedis extends AsyncDisposable {
  /** How many commands arrived since the current kind of response was set. */
  answered(): number;
  answer(how: Wrongness): void;
}

export async function openWrongRedis(port: number): Promise<WrongRedis> {
  const sockets = new Set<Socket>();
  let how: Wrongness = 'errors';
  let answered = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let unread = '';
    socket.on('data', (chunk) => {
      const { commands, rest } = readCommands(unread + chunk.toString('latin1'));
      unread = rest;
      for (const command of commands) {
        answered += 1;
        socket.write(answerTo(command, how), 'latin1');
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    answered: () => answered,
    answer: (next) => {
      [how, answered] = [next, 0];
      for (const socket of sockets) socket.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => void server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Parses commands of clients: arrays of bulk strings. */
function readCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let at = 0;
  const readLine = (): number | null => {
    const end = text.indexOf('\r\n', at);
    if (end === -1) return null;
    const number = Number(text.slice(at + 1, end));
    at = end + 2;
    return number;
  };
  for (;;) {
    const begin = at;
    const words: string[] = [];
    const count = readLine();
    while (count !== null && words.length < count) {
      const length = readLine();
      if (length === null || at + length + 2 > text.length) break;
      words.push(text.slice(at, at + length));
      at += length + 2;
    }
    if (count === null || words.length < count) return { commands, rest: text.slice(begin) };
    commands.push(words);
  }
}

function answerTo([name = '', ...words]: readonly string[], how: Wrongness): string {
  switch (how) {
    case 'errors':
      return '-ERR this server answers every command so\r\n';
    case 'garbage':
      return 'HTTP/1.1 400 Bad Request\r\n\r\n<html>\u0000\u00ff';
    case 'silence':
      return '';
    case 'wrong lists':
      return name === 'EVALSHA' ? nextWrongList() : rightAnswer(name, words);
    case 'other answers':
      // Like a proxy that mixes up connections: one response too many.
      return `$5\r\nother\r\n${rightAnswer(name, words)}`;
  }
}

const WRONG_LISTS = [
  '*2\r\n:1764000000000\r\n$5\r\nnever\r\n',
  '*2\r\n:5\r\n:5000000000000000000\r\n',
  '*1\r\n:1764000000000\r\n',
  '$-1\r\n',
  '*2\r\n$-1\r\n*0\r\n',
];
let turns = 0;

function nextWrongList(): string {
  turns += 1;
  return WRONG_LISTS[turns % WRONG_LISTS.length] ?? '';
}

// GET returns the last value set, which is the run ID of the server.
let marker = '';

function rightAnswer(name: string, words: readonly string[]): string {
  const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;
  const now = Date.now();
  switch (name.toUpperCase()) {
    case 'INFO':
      return bulk('run_id:wrong\r\nmaxmemory:0');
    case 'SCRIPT':
      return bulk('a'.repeat(40));
    case 'TIME':
      return `*2\r\n${bulk(String(Math.floor(now / 1000)))}${bulk(String((now % 1000) * 1000))}`;
    case 'GET':
      return bulk(marker);
    case 'SET':
      marker = words[1] ?? '';
      return '+OK\r\n';
    case 'PEXPIRE':
    case 'EVALSHA':
      return ':1\r\n';
    default:
      return '+OK\r\n';
  }
}
