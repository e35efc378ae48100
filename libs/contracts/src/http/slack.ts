import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { Timestamp } from '../schema/nullable.ts';
import { OkBody } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Slack' });

const ANYBODY = { role: 'viewer', scope: null } as const;

const SlackUser = {
  teamId: Type.String({ description: 'The ID of the Slack workspace.' }),
  slackUserId: Type.String(),
  slackUserName: Type.String(),
};

export const receiveSlackInteraction = operation({
  id: 'receiveSlackInteraction',
  method: 'POST',
  path: '/api/slack/interactions',
  summary: 'Receive an interaction from Slack',
  description:
    'The Request URL of the Slack app of a workspace; only Slack calls it. The body is accepted ' +
    'if its signature is that of an app whose IDs a workspace has set with its signing secret, ' +
    'if it is not older than five minutes, and if it has not been received before; otherwise the ' +
    'response is 401.',
  access: 'public',
  bytes: 'request',
  responses: {
    200: Type.Object(
      {},
      { additionalProperties: true, description: 'What Slack should do; empty for nothing.' },
    ),
  },
  errors: ['UNAUTHENTICATED', 'PAYLOAD_TOO_LARGE'],
});

const TokenParams = Type.Object({ token: Type.String() });

export const getSlackLinkRequest = operation({
  id: 'getSlackLinkRequest',
  method: 'GET',
  path: '/api/slack/link-requests/{token}',
  summary: 'Get the Slack user of a link request',
  description:
    'Does not use up the link. Returns 404 if the link was used, has expired, or is for a workspace that you ' +
    'are not a member of.',
  access: ANYBODY,
  params: TokenParams,
  responses: {
    200: Type.Object({
      ...SlackUser,
      workspaceId: Type.String(),
      workspaceName: Type.String(),
      expiresAt: Timestamp,
    }),
  },
  errors: ['NOT_FOUND'],
});

export const acceptSlackLinkRequest = operation({
  id: 'acceptSlackLinkRequest',
  method: 'POST',
  path: '/api/slack/link-requests/{token}/accept',
  summary: 'Link a Slack user to your account',
  description:
    'After that, decisions of this Slack user in Slack are made in your name. The link works ' +
    'once. Returns 409 if the Slack user is already linked to somebody.',
  access: ANYBODY,
  params: TokenParams,
  responses: { 200: OkBody },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const listSlackLinks = operation({
  id: 'listSlackLinks',
  method: 'GET',
  path: '/api/slack/links',
  summary: 'List the Slack users who decide in your name in this workspace',
  access: ANYBODY,
  responses: { 200: Type.Array(Type.Object({ ...SlackUser, linkedAt: Timestamp })) },
});

export const deleteSlackLink = operation({
  id: 'deleteSlackLink',
  method: 'DELETE',
  path: '/api/slack/links/{slackUserId}',
  summary: 'Unlink a Slack user from your account',
  description: 'Takes effect with the next action of the user in Slack.',
  access: ANYBODY,
  params: Type.Object({ slackUserId: Type.String() }),
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const SLACK_OPERATIONS = [
  receiveSlackInteraction,
  getSlackLinkRequest,
  acceptSlackLinkRequest,
  listSlackLinks,
  deleteSlackLink,
] as const;
