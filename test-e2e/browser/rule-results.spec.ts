import { type Client, makeClient } from '../harness/client.ts';
import { JUDGE_RULE } from '../harness/judge-server.ts';
import { awaitVerdict, submit } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import type { EmbeddedSystem } from '../harness/system.ts';
import { expect, expectTableFits, inspect, NARROW, signInOn, test } from './browser-test.ts';
import { startOwnJudge } from './own-judge.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1360, height: 850 };
const LABELS_MIN = 30;

test('a manager sees how rules agree with people, by version, and which labels are missing', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.post('/api/projects', { name: 'Letters', sampleRate: 1 });
  await signInOn(page, system, '/rule-results');
  await expect(page.getByText('No results yet')).toBeVisible();
  const rule = await createRule(admin, 'No promises', 'promise');
  await decided(system, LABELS_MIN);
  await admin.patch(`/api/rules/${rule}`, { value: 'fine' });
  await decided(system, LABELS_MIN);
  await createRule(admin, 'No threats', 'court');
  await decided(system, 1);
  await page.reload();

  const row = page.getByRole('row').filter({ hasText: 'No promises' });
  await expect(row).toContainText('Version 2');
  await expect(row).toContainText(/0% 0%–1\d%/);
  for (const [name, n] of [
    ['Checked', 31],
    ['Failed', 16],
    ['Labelled', 31],
    ['Overruled', 16],
    ['Missed', 15],
  ] as const) {
    const link = row.getByRole('link', { name: `${name} by No promises, version 2: ${n}` });
    await expect(link).toBeVisible();
  }
  const notice = page.getByRole('note');
  await expect(notice).toContainText(
    'No promises: version 2 agrees less with people than version 1.',
  );
  const few = page.getByRole('row').filter({ hasText: 'No threats' });
  await expect(few).toContainText(`${LABELS_MIN - 1} more labels needed`);
  await expect(few.getByRole('link', { name: 'Set a sample rate' })).toHaveAttribute(
    'href',
    '/projects',
  );
  await inspect(page, 'rule-results');
  await page.setViewportSize(PHONE);
  await inspect(page, 'rule-results-phone');
  await page.setViewportSize(NARROW);
  await expectTableFits(page);
  const counts = page.getByRole('list').filter({ hasText: 'Labelled' });
  await expect(counts.first()).toContainText('Checked 31Failed 16Labelled 31');
  await inspect(page, 'rule-results-narrow');
  await page.setViewportSize(DESK);

  await row.getByRole('link', { name: /^Missed by/ }).click();
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Rule version2');
  await expect(page.getByText('Outputs15')).toBeVisible();
  await inspect(page, 'outputs-of-count');
  await page.goBack();
  await notice.getByRole('link').click();
  const versions = page.getByRole('table', { name: 'Results by version' });
  await expect(versions.getByRole('row')).toHaveText([
    /^Version/,
    /^2Worse than version 1/,
    /^1.*100%/,
  ]);
  await page.getByText('This rule has no backtests yet.').scrollIntoViewIfNeeded();
  await inspect(page, 'rule-results-of-versions');
  await page.setViewportSize(PHONE);
  await page.getByText('Agreement by version').scrollIntoViewIfNeeded();
  await inspect(page, 'rule-results-of-versions-phone');
  await page.setViewportSize(DESK);

  await page.getByRole('link', { name: 'Results of all rules' }).click();
  await page.getByLabel('Project').fill('Others');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('No outputs match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(row).toBeVisible();
  await signInOn(page, await joinAs(system, 'viewer'), '/rule-results');
  await expect(few).toContainText('more labels needed');
  await expect(few.getByRole('link', { name: 'Set a sample rate' })).toBeHidden();
});

test('a URL of an API path opens the matching page, and an unknown one says so beside the menu', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/rules/results');
  await expect(page.getByRole('heading', { level: 1, name: 'Rule results' })).toBeVisible();
  await expect(page).toHaveURL(/\/rule-results$/);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle(/^Page not found/);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await inspect(page, 'not-found');
  await page.route('**/api/auth/get-session', (route) =>
    route.fulfill({ status: 503, json: { error: 'Away.', code: 'UNAVAILABLE', fields: {} } }),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page couldn’t be shown');
  await inspect(page, 'not-shown');
  await page.unroute('**/api/auth/get-session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send your first output');
});

test('a judge that agrees less with people after a model change is reported with both models', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.post('/api/projects', { name: 'Letters', sampleRate: 1 });
  {
    await using judge = await startOwnJudge(admin, { model: 'careful-1' });
    await admin.post('/api/rules', { ...JUDGE_RULE, projectName: 'Letters' });
    const timestamp = '2026-11-01T12:00:00Z';
    await decided(system, LABELS_MIN, { bad: 'That is rude.', given: { timestamp } });
    expect(judge.received).toHaveLength(LABELS_MIN);
  }
  await using judge = await startOwnJudge(admin, { model: 'hasty-2' });
  const good = { bad: 'All is fine.', good: 'That is rude.' };
  await decided(system, LABELS_MIN, { ...good, given: { timestamp: '2026-11-02T12:00:00Z' } });
  expect(judge.received).toHaveLength(LABELS_MIN);
  await signInOn(page, system, '/rule-results');

  const notice = page.getByRole('note');
  await expect(notice).toContainText(
    'Tone: with hasty-2, the judge agrees less with people than with careful-1. 0% (0% to ',
  );
  await notice.getByRole('link').click();
  const models = page.getByRole('table', { name: 'Results of version 1 by model' });
  await expect(models.getByRole('row')).toHaveText([/^Model/, /^hasty-2.*0%/, /^careful-1.*100%/]);
  await models.scrollIntoViewIfNeeded();
  await inspect(page, 'rule-results-of-models');
  await page.setViewportSize(PHONE);
  await models.scrollIntoViewIfNeeded();
  await inspect(page, 'rule-results-of-models-phone');
});

async function createRule(admin: Client, name: string, value: string): Promise<string> {
  const rule = { name, type: 'keyword_forbidden', value, projectName: 'Letters' };
  return String((await admin.post('/api/rules', rule)).body['id']);
}

interface Texts {
  readonly bad?: string;
  readonly good?: string;
  /** Further fields of each submission. */
  readonly given?: object;
}

/** Submits outputs, half of them bad, and has a person reject those and approve the others. */
async function decided(
  system: EmbeddedSystem,
  count: number,
  { bad = 'We promise.', good = 'All is fine.', given: fields = {} }: Texts = {},
): Promise<void> {
  const admin = await system.signIn();
  // A token is limited to 60 submissions a minute.
  const { body } = await admin.post('/api/tokens', { name: `For ${count}`, scopes: ['submit'] });
  const automation = makeClient(system.url, { authorization: `Bearer ${String(body['token'])}` });
  const given: { readonly id: string; readonly isGood: boolean }[] = [];
  for (let n = 0; n < count; n += 1) {
    const isGood = n % 2 === 0;
    const output = isGood ? good : bad;
    const submission = { ...fields, project: 'Letters', output };
    given.push({ id: (await submit(automation, submission)).id, isGood });
  }
  for (const { id, isGood } of given) {
    await awaitVerdict(system.automation, id);
    const decision = isGood ? { decision: 'approved' } : { decision: 'rejected', comment: 'No.' };
    expect((await admin.patch(`/api/logs/${id}/decision`, decision)).status).toBe(200);
  }
}
