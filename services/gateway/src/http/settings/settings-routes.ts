import {
  type AnswerOf,
  getSettings,
  updateSettings,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { ReadSettings } from '../../use-cases/settings/read-settings.ts';
import type { UpdateSettings } from '../../use-cases/settings/update-settings.ts';
import type { WorkspaceSettings } from '../../use-cases/settings/workspace-settings.ts';

export interface SettingsRoutesDeps {
  readonly readSettings: ReadSettings;
  readonly updateSettings: UpdateSettings;
}

export const makeSettingsRoutes = (deps: SettingsRoutesDeps): readonly Route[] => [
  implement(getSettings, async ({ principal, requestId }) => {
    const { workspaceId } = principal;
    return {
      status: 200,
      body: present(principal, await deps.readSettings({ workspaceId, requestId })),
    };
  }),

  implement(updateSettings, async (request) => {
    const updated = await deps.updateSettings(request, request.body);
    return { status: 200, body: present(request.principal, updated) };
  }),
];

type SettingsAnswer = AnswerOf<typeof getSettings, 200>;

function present(principal: WorkspacePrincipal, settings: WorkspaceSettings): SettingsAnswer {
  if (principal.kind !== 'user') throw new AppError('FORBIDDEN', 'Settings are for people.');
  const { workspaceId, role } = principal;
  return {
    workspaceId,
    currentUserRole: role,
    canManageWorkspace: role === 'admin',
    tokenHint: settings.tokenHint,
    tokenLastUsedAt: settings.tokenLastUsedAt?.toISOString() ?? null,
    ...settings.notifications,
    outboundWebhookUrl: showUrl(settings.notifications.outboundWebhookUrl, role === 'admin'),
    ...settings.settings,
    ...settings.judges,
    mediaQuotaBytes: settings.media.mediaQuotaBytes,
    usage: { outputs: settings.outputs, mediaBytes: settings.media.mediaBytes },
  };
}

/** Who has a URL may write there: only admins see all of it. */
function showUrl(url: string | null, isAdmin: boolean): string | null {
  return url === null || isAdmin ? url : `${new URL(url).origin}/…`;
}
