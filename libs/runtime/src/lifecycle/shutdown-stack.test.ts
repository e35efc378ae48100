import { describe, expect, test } from '@jest/globals';

import { ShutdownStack } from './shutdown-stack.ts';

describe('ShutdownStack', () => {
  test('closes in reverse order, one at a time, each once', async () => {
    const closed: string[] = [];
    const stack = new ShutdownStack();
    for (const name of ['database', 'bus', 'listener']) {
      stack.add(name, async () => {
        await Promise.resolve();
        closed.push(name);
      });
    }

    await stack.close();
    await stack.close();

    expect(closed).toEqual(['listener', 'bus', 'database']);
  });

  test('reports a closer that fails or hangs and still closes the others', async () => {
    const closed: string[] = [];
    const stack = new ShutdownStack({ closeTimeoutMs: 10 });
    stack.add('database', () => void closed.push('database'));
    stack.add('bus', () => new Promise<void>(() => {}));
    stack.add('listener', () => {
      throw new Error('stuck');
    });

    const failure: unknown = await stack.close().catch((error: unknown) => error);

    expect(closed).toEqual(['database']);
    expect(failure).toMatchObject({
      errors: [{ message: 'Closing listener failed' }, { message: 'Closing bus failed' }],
    });
  });

  test('works with await using', async () => {
    let isClosed = false;
    {
      await using stack = new ShutdownStack();
      stack.add('thing', () => void (isClosed = true));
    }

    expect(isClosed).toBe(true);
  });
});
