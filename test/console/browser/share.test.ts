// A share link in a browser that nobody is signed in with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from './kit.ts';

const site = await openConsole();
const brand = await site.brand({ name: 'Acme', competitors: ['Globex'], prompts: ['best crm'] });
const today = new Date().toISOString().slice(0, 10);
await site.answers(
  brand,
  Array.from({ length: 30 }, () => ({ prompt: 'best crm', names: ['Acme', 'Globex'], day: today })),
);

test('a link is made on the overview, shows it to a stranger, and nothing when it is revoked', async () => {
  const owner = await site.visit();
  await owner.go(`/brands/${brand.id}?range=7d`);
  await owner.page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByText('Last 7 days, compared with the period before').waitFor();
  await dialog.getByLabel('Name').fill('For the client');
  await dialog.getByLabel('Password (optional)').fill('open sesame');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.locator('code').innerText();
  assert.match(link, /\/share\/[\w-]{32}$/);
  assert.deepEqual(await owner.violations(), []);

  const stranger = await site.visit({ signedIn: false });
  await stranger.go(new URL(link).pathname);
  await stranger.page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await stranger.page.getByRole('button', { name: 'Open' }).click();
  await stranger.page.getByText('The password is wrong').waitFor();
  await stranger.page.getByRole('textbox', { name: 'Password' }).fill('open sesame');
  await stranger.page.getByRole('button', { name: 'Open' }).click();
  await stranger.page.getByRole('heading', { name: 'Acme' }).waitFor();
  await stranger.page.getByText('Shared with Brandscope').waitFor();
  await stranger.page.getByText('best crm').first().waitFor();
  assert.equal(await stranger.page.getByRole('link', { name: 'best crm' }).count(), 0);
  assert.equal(await stranger.page.getByRole('button', { name: /API|request for|made of/ }).count(), 0);
  assert.equal(await stranger.page.locator('main td button').count(), 0);
  assert.equal(await stranger.page.getByRole('navigation').count(), 0);
  assert.deepEqual(await stranger.violations(), []);
  assert.deepEqual(
    stranger.faults.filter((fault) => !/401/.test(fault)),
    [],
  );

  const { shares } = await site.client.shares({ brand_id: brand.id });
  await site.client.deleteShare({ share_id: shares[0]!.id });
  await stranger.page.reload();
  await stranger.page.getByRole('heading', { name: 'This link shows nothing' }).waitFor();
  await owner.close();
  await stranger.close();
});
