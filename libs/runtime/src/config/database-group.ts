import type { ConfigField } from './fields.ts';
import { variable } from './read-config.ts';

const FAULT = 'must be a URL of the form postgres://role:password@host:port/database';

/** The URL of a PostgreSQL database that says who connects. */
export const databaseUrl: ConfigField<string> = {
  parse: (value) => {
    if (!URL.canParse(value)) return { fault: FAULT };
    const { protocol, username, hostname, pathname } = new URL(value);
    if (!['postgres:', 'postgresql:'].includes(protocol)) return { fault: FAULT };
    if (username === '') return { fault: `${FAULT}; it names no role` };
    if (hostname === '') return { fault: `${FAULT}; it names no host` };
    if (pathname.length < 2) return { fault: `${FAULT}; it names no database` };
    return { value };
  },
};

/** The service's own database, with its own role. */
export const databaseGroup = variable('DATABASE_URL', databaseUrl);
