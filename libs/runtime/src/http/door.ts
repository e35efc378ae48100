import type Koa from 'koa';

import { listen, type Listening, type ListenOptions } from './listen.ts';
import type { AppState } from './route.ts';

/** Where an app is to be reached: handed to a service, which opens it when it can serve. */
export interface Door {
  /** Puts the app behind it; called once. */
  open(app: Koa<AppState>): Promise<Listening>;
}

/** A door that nothing listens at until it is opened. */
export function doorAt(options: ListenOptions): Door {
  return { open: (app) => listen(app, options) };
}
