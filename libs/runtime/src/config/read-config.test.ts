import { describe, expect, test } from '@jest/globals';

import { type ConfigField, integer, list, oneOf, optional, text, url } from './fields.ts';
import { configGroup, type Environment, readGroups } from './read-config.ts';

function readConfig(env: Environment, fields: Readonly<Record<string, ConfigField<unknown>>>) {
  return readGroups(env, { all: configGroup({ fields, build: (values) => values }) }).all;
}

const names = list((each) => (each === '' ? null : each), 'must be names', { default: [] });

describe('a configuration', () => {
  test('parses every kind of variable', () => {
    const env = {
      NAME: ' main ',
      PORT: '0',
      BASE: 'https://example.com/',
      MODE: 'fast',
      HOSTS: 'a, b,c',
    };

    const config = readConfig(env, {
      NAME: text(),
      PORT: integer({ min: 0, max: 65_535 }),
      BASE: url(),
      MODE: oneOf(['fast', 'safe']),
      HOSTS: names,
      OTHER: optional(url()),
    });

    expect(config).toEqual({
      NAME: 'main',
      PORT: 0,
      BASE: 'https://example.com',
      MODE: 'fast',
      HOSTS: ['a', 'b', 'c'],
      OTHER: null,
    });
  });

  test('treats a blank variable as absent', () => {
    const config = readConfig({ PORT: '  ' }, { PORT: integer({ default: 8080 }), HOSTS: names });

    expect(config).toEqual({ PORT: 8080, HOSTS: [] });
  });

  test('reports all faults at once without quoting values', () => {
    const env = { PORT: '80a', BASE: 'ftp://s3cret@host', MODE: 'slow', HOSTS: 'a,,b' };
    const read = () =>
      readConfig(env, {
        KEY: text(),
        PORT: integer({ min: 0, max: 65_535 }),
        BASE: url(),
        MODE: oneOf(['fast', 'safe']),
        HOSTS: names,
      });

    expect(read).toThrow(
      [
        'Invalid configuration:',
        '- KEY must be set',
        '- PORT must be an integer from 0 to 65535',
        '- BASE must be a URL that begins with http:// or https://',
        '- MODE must be one of fast, safe',
        '- HOSTS must be names',
      ].join('\n'),
    );
    expect(read).not.toThrow(/s3cret/);
  });

  test.each(['1.5', '-1', '65536', '1e3', '9007199254740993'])('%s is not a valid port', (PORT) => {
    expect(() => readConfig({ PORT }, { PORT: integer({ min: 0, max: 65_535 }) })).toThrow('PORT');
  });
});
