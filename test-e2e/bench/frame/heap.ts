import { WebSocket } from 'undici';

interface MemoryUsage {
  readonly heapUsed: number;
  readonly external: number;
}

/**
 * The memory that a Node process uses after garbage collection, in bytes. Queries its inspector, which SIGUSR1 opens at
 * the port of its option `--inspect-port`.
 */
export async function bytesInUse(pid: number, inspectPort: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorUrl(inspectPort));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('The inspector cannot be reached')));
  });
  await ask(socket, 'HeapProfiler.collectGarbage', {});
  const expression = 'JSON.stringify(process.memoryUsage())';
  const { result } = (await ask(socket, 'Runtime.evaluate', { expression })) as {
    readonly result: { readonly value: string };
  };
  socket.close();
  const { heapUsed, external } = JSON.parse(result.value) as MemoryUsage;
  return heapUsed + external;
}

async function inspectorUrl(port: number): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (tries === 50) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function ask(socket: WebSocket, method: string, params: object): Promise<unknown> {
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: string; result: unknown };
      if (String(id) === String(method.length)) resolve(result);
    });
    socket.send(JSON.stringify({ id: method.length, method, params }));
  });
}
