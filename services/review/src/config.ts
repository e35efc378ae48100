import {
  assertionPublicKeyGroup,
  auditKeyGroup,
  egressGroup,
  encryptionGroup,
  type Environment,
  kafkaGroup,
  mailGroup,
  operatorPublicKeyGroup,
  peersGroup,
  PROCESS_GROUPS,
  publicUrlField,
  readGroups,
  url,
  variable,
} from '@output-review/runtime';

/** Base URL of the Slack Web API. */
export const slackApiGroup = variable('SLACK_API_URL', url({ default: 'https://slack.com/api' }));

/** @throws Error that names every invalid setting. */
export function readReviewConfig(env: Environment) {
  return readGroups(env, {
    ...PROCESS_GROUPS,
    assertionPublicKey: assertionPublicKeyGroup,
    operatorPublicKey: operatorPublicKeyGroup,
    encryption: encryptionGroup,
    auditKey: auditKeyGroup,
    kafka: kafkaGroup,
    peers: peersGroup('gateway', 'evaluator', 'instructions'),
    publicUrl: variable('PUBLIC_URL', publicUrlField),
    isPrivateHostAllowed: egressGroup,
    mail: mailGroup,
    slackApiUrl: slackApiGroup,
  });
}
