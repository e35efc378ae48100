import type { Page, Request } from '@playwright/test';
import { startWebhookReceiver } from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { joinAs, newAddress, signUp } from '../harness/people.ts';
import { expect, inspect, loadedAnew, refuse, signInOn, test } from './browser-test.ts';

test('an admin invites a person, who joins by the link and sees what their role allows', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/members');
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Role of Somebody').selectOption('viewer');
  await expect(dialog).toContainText('You can no longer manage members or settings');
  await inspect(page, 'own-role');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Role of Somebody')).toHaveValue('admin');
  await page.getByLabel('Role of Somebody').selectOption('viewer');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByText('a workspace needs at least one')).toBeVisible();
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await inspect(page, 'invitation-link');
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await inspect(page, 'members');

  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Bo');
  await expect(page).toHaveURL(/\/invitation$/);
  await page.getByLabel('Email').fill('bo@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a password of some length');
  await inspect(page, 'invitation');
  await page.getByRole('button', { name: 'Join' }).click();

  const menu = page.getByRole('navigation', { name: 'Pages' });
  await expect(menu.getByRole('link', { name: 'Projects' })).toBeVisible();
  for (const name of ['Members', 'Tokens', 'Audit log', 'Settings']) {
    await expect(menu.getByRole('link', { name })).toHaveCount(0);
  }
});

test('form input on an invitation stays when its reload fails', async ({ page, system }) => {
  const admin = await system.signIn();
  const { body } = await admin.post('/api/members/invitations', { role: 'viewer' });
  await page.clock.install();
  await page.goto(`/invitation#${String(body['token'])}`);
  const name = page.getByLabel('Your name');
  await name.fill('Nora');
  await refuse(page, '**/api/invitations/*');
  await loadedAnew(page, '**/api/invitations/*');
  await expect(name).toHaveValue('Nora');
});

test('an invitation that failed to load can be loaded again on its page', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  const { body } = await admin.post('/api/members/invitations', { role: 'viewer' });
  await refuse(page, '**/api/invitations/*', { times: 1 });

  await page.goto(`/invitation#${String(body['token'])}`);
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByLabel('Your name')).toBeVisible();
});

test('an admin creates and revokes a token, changes settings, and finds both in the audit log', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('Support bot');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('This is shown only once')).toBeVisible();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await inspect(page, 'tokens');
  await page.getByRole('button', { name: 'Revoke Support bot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Support bot was revoked')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Support bot' })).toHaveCount(0);

  await page.goto('/settings');
  await page.getByLabel('Let tokens decide').click();
  await expect(page.getByRole('log').getByText('Saved')).toBeVisible();
  await inspect(page, 'settings');
  const quota = page.getByLabel('File storage quota, in MiB');
  await quota.fill('99999999');
  await page.locator('form').filter({ has: quota }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Must be at most \d+ bytes \(\d+ MiB\)/)).toBeVisible();
  const admin = await system.signIn();
  const rule = { name: 'No promises', type: 'keyword_forbidden', value: 'promise' };
  const { body } = await admin.post('/api/rules', rule);
  await admin.patch(`/api/rules/${String(body['id'])}`, { mode: 'off' });

  // The records of several services come a moment later.
  const recorded = async () => (await admin.get('/api/audit?limit=100')).text;
  for (const action of ['token.revoked', 'settings.changed', 'rule.updated'])
    await expect.poll(recorded).toContain(action);

  await page.goto('/audit');
  await page.getByLabel('Who').fill(system.email);
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/actor=/);
  await expect(page.getByText('Revoked a token')).toBeVisible();
  await expect(page.getByText('Let tokens decide and teach:')).toBeVisible();
  await expect(page.getByText('Mode: Live → Off')).toBeVisible();
  await expect(page.getByText('Active: yes → no')).toBeVisible();
  await expect(page.getByText('Type: Phrase forbidden')).toBeVisible();
  await inspect(page, 'audit');
  await page.goto('/audit?page=9');
  await expect(page.getByRole('heading', { name: 'Page 9 doesn’t exist' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the last page' }).click();
  await expect(page.getByText('Revoked a token')).toBeVisible();
  // The day when daylight saving time ends.
  const asked = page.waitForRequest(/\/api\/audit\?.*from=/);
  await page.goto('/audit?from=2026-10-25&to=2026-10-25');
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get('from')).toBe('2026-10-24T22:00:00.000Z');
  expect(searchParams.get('to')).toBe('2026-10-25T22:59:59.999Z');

  for (const name of ['projects', 'account']) {
    await page.goto(`/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect(page, name);
  }
});

test('a page without a clipboard, as without HTTPS, says that copying failed', async ({
  page,
  system,
}) => {
  await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', {})`);
  await signInOn(page, system, '/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('Support bot');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(
    page.getByText('Couldn’t copy. Select the text and copy it yourself.'),
  ).toBeVisible();
  await expect(page.getByText('Copied', { exact: true })).toHaveCount(0);
});

test('editing a rule or a list of settings keeps concurrent changes by others', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  const name = uniqueName('No promises');
  const rule = { name, type: 'keyword_forbidden', value: 'promise', mode: 'shadow' };
  const path = `/rules/${String((await admin.post('/api/rules', rule)).body['id'])}`;
  const ruleNow = async () => (await admin.get(`/api${path}`)).body;
  const save = page.getByRole('button', { name: 'Save' });
  const description = page.getByLabel('Description');
  await signInOn(page, system, path);
  await description.fill('Legal asked for it.');
  await admin.patch(`/api${path}`, { mode: 'live', value: 'promised' });
  await save.click();
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  const changed = { mode: 'live', value: 'promised', description: 'Legal asked for it.' };
  expect(await ruleNow()).toMatchObject({ ...changed, version: 3 });
  await page.goto(path);
  await expect(description).toHaveValue('Legal asked for it.');
  await save.click();
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  expect(await ruleNow()).toMatchObject({ ...changed, version: 3 });

  const tone = { id: 'tone', name: 'Wrong tone', isActive: true };
  const facts = { id: 'facts', name: 'Made-up facts', isActive: true };
  const ours = { provider: 'openai', model: 'small' };
  const theirs = { provider: 'anthropic', model: 'large' };
  await admin.patch('/api/settings', { decisionReasons: [tone], judgeProviders: [ours] });
  await page.goto('/settings');
  await expect(page.getByRole('checkbox', { name: 'Wrong tone' })).toBeChecked();
  const more = { decisionReasons: [tone, facts], judgeProviders: [ours, theirs] };
  await admin.patch('/api/settings', more);
  await page.getByRole('checkbox', { name: 'Wrong tone' }).click();
  await expect(page.getByRole('checkbox', { name: 'Wrong tone' })).not.toBeChecked();
  // The switch shows the choice before it is saved, and is disabled until then.
  await expect(page.getByRole('checkbox', { name: 'Wrong tone' })).toBeEnabled();
  await page.getByRole('button', { name: 'Edit OpenAI' }).click();
  await admin.patch('/api/settings', { judgeProviders: [theirs, ours] });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Model').fill('medium');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect((await admin.get('/api/settings')).body).toMatchObject({
    decisionReasons: [{ ...tone, isActive: false }, facts],
    judgeProviders: [theirs, { ...ours, model: 'medium' }],
  });
});

test('a project is found by its name among many', async ({ page, system }) => {
  const admin = await system.signIn();
  for (let n = 0; n < 21; n += 1) {
    expect((await admin.post('/api/projects', { name: `Project ${n}` })).status).toBe(201);
  }
  await signInOn(page, system, '/projects');
  await expect(page.getByRole('button', { name: 'Edit Project 0' })).toBeVisible();
  await page.getByLabel('Find a project').fill('project 20');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(/Project 20/);
  await inspect(page, 'projects-found');
});

test('editing a project, a task or a group keeps concurrent changes by others', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  const ben = await joinAs(system, 'reviewer');
  const made = async (path: string, body: object) =>
    `${path}/${String((await admin.post(path, body)).body['id'])}`;
  const project = await made('/api/projects', { name: 'Letters' });
  const task = await made(`${project}/tasks`, { name: 'reply' });
  const group = await made('/api/groups', { name: 'Lawyers', userIds: [] });
  await signInOn(page, system, '/projects');
  const dialog = page.getByRole('dialog');
  const save = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('button', { name: 'Edit Letters' }).click();
  await dialog.getByLabel('Icon').fill('✉');
  await admin.patch(project, { sampleRate: 0.5 });
  await save();
  expect(JSON.parse((await admin.get('/api/projects')).text)).toMatchObject([
    { icon: '✉', sampleRate: 0.5 },
  ]);

  await page.getByRole('heading', { name: 'Letters' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Edit reply' }).click();
  await dialog.getByLabel('Name').fill('answer');
  await admin.patch(task, { sampleRate: 0.25 });
  await save();
  expect(JSON.parse((await admin.get(`${project}/tasks`)).text)).toMatchObject([
    { name: 'answer', sampleRate: 0.25 },
  ]);

  const idOf = async (client: Client) => {
    const { user } = (await client.get('/api/auth/get-session')).body as { user: { id: string } };
    return user.id;
  };
  await page.goto('/reviewers');
  await page.getByRole('button', { name: 'Edit “Lawyers”' }).click();
  await dialog.getByRole('checkbox', { name: 'reviewer' }).check();
  await admin.patch(group, { name: 'Counsel', userIds: [await idOf(admin)] });
  await save();
  const { text } = await admin.get('/api/groups');
  const userIds = [await idOf(admin), await idOf(ben.client)];
  expect(JSON.parse(text)).toMatchObject([
    { name: 'Counsel', userIds: expect.arrayContaining(userIds) },
  ]);
});

test('an admin sets up notifications by Slack, email and webhook, and removes them', async ({
  page,
  system,
}) => {
  await using receiver = await startWebhookReceiver();
  await signInOn(page, system, '/settings');
  const webhook = page.getByLabel('Webhook URL');
  const form = page.locator('form').filter({ has: webhook });
  await webhook.fill('http://10.0.0.1/');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(webhook).toHaveAttribute('aria-invalid', 'true');
  await webhook.fill(receiver.url);
  await form.getByRole('button', { name: 'Save' }).click();
  // A new address is meant to be used.
  await expect(page.getByLabel('Send to a webhook')).toBeChecked();
  await page.getByLabel('Passed', { exact: true }).click();
  await expect(page.getByLabel('Passed', { exact: true })).not.toBeChecked();
  await expect(page.getByLabel('Passed', { exact: true })).toBeEnabled();
  // Another person's change stays.
  const events = { outboundWebhookEvents: ['flagged', 'error', 'rejected'] };
  const admin = await system.signIn();
  expect((await admin.patch('/api/settings', events)).status).toBe(200);
  await page.getByLabel('Flagged', { exact: true }).click();
  await expect
    .poll(async () => (await admin.get('/api/settings')).body)
    .toMatchObject({ outboundWebhookEvents: ['error', 'rejected'] });
  await expect(page.getByLabel('Approved', { exact: true })).not.toBeChecked();
  const slack = page.getByLabel('Incoming webhook');
  await slack.fill(`${receiver.url}/slack`);
  await page.locator('form').filter({ has: slack }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Send to Slack')).toBeChecked();
  await expect(slack).toHaveValue('');
  await page.getByRole('heading', { name: 'Notifications' }).scrollIntoViewIfNeeded();
  await inspect(page, 'settings-notifications');

  await page.goto('/destinations');
  const row = page.getByRole('row').filter({ hasText: 'Workspace webhook' });
  await expect(row).toContainText(receiver.url);
  await expect(row).not.toContainText('Passed');
  await inspect(page, 'destinations-of-settings');
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Change in settings' }).click();
  for (const field of [webhook, slack]) {
    const one = page.locator('form').filter({ has: field });
    await one.getByRole('button', { name: 'Remove' }).click();
    await expect(one.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  }
});

const REVIEW = ['Queue', 'Outputs', 'Overview'];
const AUTOMATION = ['Rules', 'Rule results', 'Instructions', 'Projects'];
const OF_ALL = [...REVIEW, ...AUTOMATION];
const OF_MANAGERS = [...REVIEW, 'Who reviews', ...AUTOMATION, 'Destinations', 'Deliveries'];
const MENU = {
  viewer: OF_ALL,
  reviewer: OF_ALL,
  manager: [...OF_MANAGERS, 'Audit log'],
  admin: [...OF_MANAGERS, 'Members', 'Tokens', 'Audit log', 'Settings'],
};

test('each role sees only the pages it may open, and none of them makes a forbidden request', async ({
  page,
  system,
}) => {
  const workspaceName = uniqueName('Roles');
  const admin = await signUp(system, { email: newAddress('roles'), workspaceName });
  const asking = followAsking(page);
  for (const [role, names] of Object.entries(MENU)) {
    const person = await joinAs(system, role, admin);
    await page.context().clearCookies();
    await signInOn(page, person);

    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(names);
    for (const name of names) {
      const link = links.filter({ hasText: name });
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      // The URL and the menu change before the page does.
      await expect(page).toHaveTitle(`${name} · Output Review`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading…').filter({ visible: true })).toHaveCount(0);
      await expect.poll(asking.open).toBe(0);
    }
    await inspect(page, `menu-${role}`);
  }
  expect(asking.refused).toEqual([]);
});

/** Tracks API requests in flight, and responses that forbid one. */
function followAsking(page: Page) {
  const inFlight = new Set<Request>();
  const refused: string[] = [];
  const end = (request: Request): void => void inFlight.delete(request);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The event stream never ends.
    if (pathname.startsWith('/api/') && pathname !== '/api/events') inFlight.add(request);
  });
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return { refused, open: () => inFlight.size };
}
