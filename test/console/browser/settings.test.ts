// Brand settings: a new name counts in stored answers, and a brand is deleted by typing its name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from './kit.ts';

const site = await openConsole();
const brand = await site.brand({ name: 'Zorvexa' });
await site.answers(brand, [{ names: ['Quenlith'] }, { names: ['Zorvexa'], day: '2026-11-01' }]);
const owner = await site.visit();
const { page } = owner;

const visibility = async () => (await site.call('brandReport', { brand_id: brand.id })).visibility;

test('an alias is read into the stored answers', async () => {
  const before = await visibility();
  await owner.go(`/brands/${brand.id}/settings`);
  const save = page.getByRole('button', { name: 'Nothing changed' });
  await save.waitFor();
  await page.getByRole('combobox', { name: 'Also known as' }).fill('Quenlith');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved: stored answers are being read again').waitFor();
  await save.waitFor();
  while ((await site.call('brands')).brands[0].reading.done < 2) await page.waitForTimeout(100);
  assert.ok((await visibility()) > before);
  assert.deepEqual((await site.call('brands')).brands[0].aliases, ['Quenlith']);
  assert.deepEqual(await owner.violations(), []);
});

test('a wrong domain is refused beside its field, and nothing is lost', async () => {
  await page.getByLabel('Domain').fill('no domain at all');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Domain must be a valid domain name').waitFor();
  assert.equal(await page.getByLabel('Domain').inputValue(), 'no domain at all');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  assert.equal(await page.getByLabel('Domain').inputValue(), '');
});

test('a viewer reads and does not write', async () => {
  const viewer = await site.visit({ role: 'viewer' });
  await viewer.go(`/brands/${brand.id}/settings`);
  await viewer.page.getByText('editors and owners may change them').waitFor();
  assert.equal(
    await viewer.page.getByRole('button', { name: /Save|Nothing changed|Delete brand/ }).count(),
    0,
  );
  await viewer.close();
});

test('a brand is deleted when its name was typed', async () => {
  await page.getByRole('button', { name: 'Delete brand' }).click();
  const dialog = page.getByRole('dialog');
  assert.ok(await dialog.getByRole('button', { name: 'Delete' }).isDisabled());
  await dialog.getByLabel('Type Zorvexa to confirm').fill('Zorvexa');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Portfolio' }).waitFor();
  assert.deepEqual((await site.call('brands')).brands, []);
});
