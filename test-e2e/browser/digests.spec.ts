import { SLACK_APP } from '@output-review/runtime/testing';

import type { JsonObject } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';

test('an admin sets the digest interval of Slack and email, on desktop and phone', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.patch('/api/settings', {
    ...{ slackApp: SLACK_APP, notificationEmail: 'team@example.com' },
  });
  await signInOn(page, system, '/settings');
  const email = page.getByLabel('Emails', { exact: true });
  await expect(email).toHaveValue('off');
  await email.selectOption('A digest every hour');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const slack = page.getByLabel('Messages in Slack');
  await slack.selectOption('A digest every 15 minutes');
  await expect
    .poll(async () => (await admin.get('/api/settings')).body)
    .toMatchObject({ emailDigest: 'PT1H', slackDigest: 'PT15M' });
  await page.reload();
  await expect(email).toHaveValue('PT1H');
  await expect(slack).toHaveValue('PT15M');
  await slack.scrollIntoViewIfNeeded();
  await inspect(page, 'settings-slack-digest');
  await email.scrollIntoViewIfNeeded();
  await inspect(page, 'settings-email-digest');
  await page.setViewportSize({ width: 390, height: 844 });
  await email.scrollIntoViewIfNeeded();
  await inspect(page, 'settings-email-digest-phone');
  await slack.scrollIntoViewIfNeeded();
  await inspect(page, 'settings-slack-digest-phone');
});

test('links of a digest open an output, and the waiting outputs of its project', async ({
  page,
  system,
  slack,
}) => {
  const admin = await system.signIn();
  await admin.patch('/api/settings', { slackApp: SLACK_APP, slackDigest: 'P1D' });
  const project = `${uniqueName('Letters')} & 100%`;
  const hold = async (name: string, output: string) => {
    const { id } = await submit(system.automation, {
      ...{ project: name, output, requireApproval: true },
    });
    await awaitVerdict(system.automation, id);
    return id;
  };
  await hold(uniqueName('Other'), 'Other letter.');
  const id = await hold(project, 'A letter.');
  await admin.patch('/api/settings', { slackDigest: 'off' });
  const digest = () =>
    slack.messages.map(({ blocks }) => JSON.stringify(blocks)).find((each) => each.includes(id));
  await expect.poll(digest).toContain(`<${system.url}/outputs/${id}|`);
  await signInOn(page, system);
  await page.goto(`/outputs/${id}`);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  // The links as in a digest email.
  const { body } = await admin.get('/api/deliveries');
  const [made] = (body['items'] as JsonObject[]).filter(({ event }) => event === 'digest');
  const { projects } = (await admin.get(`/api/deliveries/${String(made?.['id'])}`)).body[
    'body'
  ] as { projects: { projectId: string; projectName: string }[] };
  const projectId = projects.find(({ projectName }) => projectName === project)?.projectId ?? '';
  await page.goto(`/?project=${projectId}`);
  await expect(page.getByLabel('Project', { exact: true })).toHaveValue(projectId);
  await expect(page.getByText('A letter.').first()).toBeVisible();
  await expect(page.getByText('Other letter.')).toHaveCount(0);

  await page.goto('/deliveries');
  await page.getByRole('link', { name: 'Digest' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Digest');
  await inspect(page, 'delivery-of-a-digest');
});
