import { getSettings, updateSettings } from '@output-review/contracts';

import { route } from '../context.ts';
import { presentSettings } from './settings.pure.ts';
import { changeSettings, readSettings } from './settings.ts';

export const settingsRoutes = [
  route(getSettings, async (ctx, request) => {
    const settings = await readSettings(ctx, request);
    return { status: 200, body: presentSettings(request.principal, settings) };
  }),
  route(updateSettings, async (ctx, request) => {
    const updated = await changeSettings(ctx, request, request.body);
    return { status: 200, body: presentSettings(request.principal, updated) };
  }),
];
