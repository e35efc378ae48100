import { describe, expect, test } from '@jest/globals';

import { makeLogger } from './logger.ts';

function record(level: 'debug' | 'info' = 'info') {
  const lines: Record<string, unknown>[] = [];
  const stream = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  return { lines, log: makeLogger({ service: 'review', level, stream }) };
}

describe('makeLogger', () => {
  test('writes one event a line, with its level, time, service and fields', () => {
    const { lines, log } = record();

    log.child({ requestId: 'r1' }).info({ count: 2 }, 'batch handled');
    log.debug({}, 'not at this level');

    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        service: 'review',
        requestId: 'r1',
        count: 2,
        msg: 'batch handled',
      },
    ]);
  });

  test('a child field overrides the parent field of the same name', () => {
    const written: string[] = [];
    const stream = { write: (line: string) => void written.push(line) };
    const log = makeLogger({ service: 'embedded', level: 'info', stream });

    log.child({ service: 'review' }).child({ service: 'review', topic: 't' }).info({}, 'hello');

    expect(written[0]?.match(/"service":"\w+"/g)).toEqual(['"service":"review"']);
  });

  test('describes an error and its causes without its other properties', () => {
    const { lines, log } = record();
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      parameters: ['what a caller sent'],
    });

    log.error({ err: new Error('saving failed', { cause }) }, 'request failed');

    expect(lines[0]).toMatchObject({
      err: {
        type: 'Error',
        message: 'saving failed',
        stack: expect.stringContaining('logger.test'),
        cause: { message: 'duplicate key', code: '23505' },
      },
    });
    expect(JSON.stringify(lines)).not.toContain('what a caller sent');
  });

  test('handles circular causes and thrown values that are not errors', () => {
    const { lines, log } = record();
    const circular = new Error('round');
    circular.cause = circular;

    log.error({ err: circular }, 'first');
    log.error({ err: 'thrown text' }, 'second');

    expect(lines[1]).toMatchObject({ err: { type: 'string', message: 'thrown text' } });
  });
});
