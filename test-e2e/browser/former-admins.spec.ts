import { makeClient, signIn } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { newAddress, PASSWORD } from '../harness/people.ts';
import type { EmbeddedSystem } from '../harness/system.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';

test('removing a member shows the tokens that they created, and lets the admin keep some', async ({
  page,
  system,
}) => {
  const { person, tokens, isGood } = await makeFormerAdmin(system);
  await signInOn(page, system, '/members');
  await page.getByRole('button', { name: `Remove ${person}` }).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${person}` });
  await dialog.getByLabel('Keep “Nightly import”').check();
  await inspect(page, 'remove-member');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'remove-member-phone');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();

  await expect(page.getByText(`${person} was removed, and 1 token revoked`)).toBeVisible();
  expect(await Promise.all(tokens.map(isGood))).toEqual([false, true]);
});

test('a former admin is listed with the tokens that stay valid, and where to revoke them', async ({
  page,
  system,
}) => {
  const { person, tokens, isGood } = await makeFormerAdmin(system);
  await signInOn(page, system, '/members');
  const row = page.getByRole('row').filter({ hasText: person });
  const known = row.getByRole('link', {
    name: 'May still know tokens: “Laptop”, “Nightly import”',
  });
  await expect(row).toBeVisible();
  await expect(known).toBeHidden();

  await page.getByLabel(`Role of ${person}`).selectOption('viewer');
  await expect(known).toBeVisible();
  await inspect(page, 'demoted-member');
  expect(await Promise.all(tokens.map(isGood))).toEqual([true, true]);
  await known.click();
  await expect(page.getByRole('button', { name: 'Revoke Laptop' }).first()).toBeVisible();
});

/** A person who created two tokens. */
async function makeFormerAdmin(system: EmbeddedSystem) {
  const person = uniqueName('Former');
  const email = newAddress('former');
  const admin = await system.signIn();
  const { body } = await admin.post('/api/members/invitations', { role: 'admin' });
  const accept = `/api/invitations/${String(body['token'])}/accept`;
  await system.stranger.post(accept, { name: person, email, password: PASSWORD });
  const former = await signIn(system.url, email, PASSWORD);
  const tokens: string[] = [];
  for (const name of ['Laptop', 'Nightly import']) {
    const made = await former.post('/api/tokens', { name, scopes: ['read'] });
    tokens.push(String(made.body['token']));
  }
  const isGood = async (token: string): Promise<boolean> => {
    const client = makeClient(system.url, { authorization: `Bearer ${token}` });
    return (await client.get('/api/verify')).status === 200;
  };
  return { person, tokens, isGood };
}
