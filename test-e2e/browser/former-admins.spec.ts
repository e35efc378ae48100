import { makeClient } from '../harness/client.ts';
import { joinAs } from '../harness/people.ts';
import type { EmbeddedSystem } from '../harness/system.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';

test('removing a member shows the tokens that they created, and lets the admin keep some', async ({
  page,
  system,
}) => {
  const { tokens, isGood } = await makeFormerAdmin(system);
  await signInOn(page, system, '/members');
  await page.getByRole('button', { name: 'Remove admin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove admin' });
  await dialog.getByLabel('Keep “Nightly import”').check();
  await inspect(page, 'remove-member');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'remove-member-phone');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();

  await expect(page.getByText('admin was removed, and 1 token revoked')).toBeVisible();
  expect(await Promise.all(tokens.map(isGood))).toEqual([false, true]);
});

test('a former admin is listed with the tokens that stay valid, and where to revoke them', async ({
  page,
  system,
}) => {
  const { email, tokens, isGood } = await makeFormerAdmin(system);
  await signInOn(page, system, '/members');
  const row = page.getByRole('row').filter({ hasText: email });
  const known = row.getByRole('link', {
    name: 'May still know tokens: “Laptop”, “Nightly import”',
  });
  await expect(row).toBeVisible();
  await expect(known).toBeHidden();

  await page.getByLabel('Role of admin').selectOption('viewer');
  await expect(known).toBeVisible();
  await inspect(page, 'demoted-member');
  expect(await Promise.all(tokens.map(isGood))).toEqual([true, true]);
  await known.click();
  await expect(page.getByRole('button', { name: 'Revoke Laptop' }).first()).toBeVisible();
});

/** A second admin, who created two tokens. */
async function makeFormerAdmin(system: EmbeddedSystem) {
  const { email, client } = await joinAs(system, 'admin');
  const tokens: string[] = [];
  for (const name of ['Laptop', 'Nightly import']) {
    const made = await client.post('/api/tokens', { name, scopes: ['read'] });
    tokens.push(String(made.body['token']));
  }
  const isGood = async (token: string): Promise<boolean> => {
    const automation = makeClient(system.url, { authorization: `Bearer ${token}` });
    return (await automation.get('/api/verify')).status === 200;
  };
  return { email, tokens, isGood };
}
