// The account in a real browser: members and what a viewer may not do, two-factor from turning on to a backup
// code, sessions, and a key from its making to its end.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { qrCode } from '../../../console/qr.ts';
import { consoleMessages, consoleOperations } from '../../../contract/console.ts';
import { messages } from '../../../contract/errors.ts';
import { signInMessages } from '../../../contract/sign-in.ts';
import { contract } from '../../../contract/table.ts';
import { authenticatorCode } from '../site.ts';
import { type Json, openConsole, PASSWORD, type Visitor } from './kit.ts';

const site = await openConsole();
const KIM = 'kim@agency.example';
const OWN = '/account?tab=sign-in';
await site.brand({ prompts: ['which tool is best'] });
const owner = await site.visit();
const kim = await site.visit({ signedIn: false });
const person = await site.visit({ role: 'editor', scheme: 'dark' });
// A refused write is told in the browser's console as well: what the tests ask for themselves.
const foreign = (visitor: Visitor) => visitor.faults.filter((fault) => !/status of 40[0134]/.test(fault));
after(() => assert.deepEqual([foreign(owner), site.faults], [[], []]));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row', { name: text });
const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

async function open(visitor: Visitor, path: string, heading = 'Account'): Promise<Page> {
  await visitor.go(path);
  await title(visitor.page, heading);
  return visitor.page;
}

type Asked = { method: string; path: string; body?: object };

/** What the page's own request is answered, sent by the browser with its cookie. */
async function answerTo(page: Page, asked: Asked): Promise<[number, Json]> {
  return page.evaluate(async ({ method, path, body = {} }) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`/console${path}`, { method, headers, body: JSON.stringify(body) });
    return [response.status, await response.json()] as [number, unknown];
  }, asked);
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
}

async function signOut(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).last().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await title(page, 'Sign in');
}

test('an invitation is shown once, and lets a person in who has a browser of their own', async () => {
  const page = await open(owner, '/account');
  await button(page, 'Invite').click();
  await dialog(page).getByLabel('E-mail').fill(KIM);
  await dialog(page).getByLabel('Viewer').check();
  assert.deepEqual(await owner.violations(), []);
  await button(page, 'Create invitation').click();
  await shows(page, `No mail was sent: give this link to ${KIM} yourself.`);
  const link = await dialog(page).getByRole('code').innerText();
  await button(page, 'Done').click();
  await gone(page);
  assert.equal(await page.getByText(link).count(), 0, 'the link is shown once');
  await region(page, 'Open invitations').getByRole('cell', { name: KIM, exact: true }).waitFor();

  await kim.page.goto(link);
  await kim.page.getByLabel('Your name').fill('Kim');
  await kim.page.getByLabel('Choose a password').fill(PASSWORD);
  await button(kim.page, 'Join').click();
  await kim.page.waitForURL(`${site.url}/`);
  const { members, invitations } = await owner.client.members({});
  const joined = members.find(({ email }) => email === KIM);
  assert.deepEqual([joined?.role, invitations], ['viewer', []]);
});

test('a viewer sees no way to write, and is refused by request', async () => {
  await open(kim, '/account');
  await rowOf(kim.page, /Kim.*You.*Viewer/).waitFor();
  const writing = /^(Invite|Save|Delete account|Remove .*)$/;
  assert.equal(await kim.page.getByRole('main').getByRole('button', { name: writing }).count(), 0);
  assert.equal(await kim.page.getByRole('main').getByRole('combobox').count(), 0);
  await open(kim, '/keys', 'API keys');
  await rowOf(kim.page, /tests/).waitFor();
  assert.equal(await kim.page.getByRole('button', { name: /New key|Delete/ }).count(), 0);

  const { members } = await owner.client.members({});
  const own = members.find(({ email }) => email === KIM)!;
  const before = await owner.client.keys({});
  const { renameAccount, inviteMember, createKey } = consoleOperations;
  const writes = { ...{ renameAccount, inviteMember, createKey }, createBrand: contract.createBrand };
  const asked = Object.values(writes).map(({ method, path, example: body }) => ({ method, path, body }));
  const { method, path } = consoleOperations.changeRole;
  for (const { path: to, ...rest } of [
    ...asked,
    { method, path, body: { member_id: own.id, role: 'owner' } },
  ]) {
    const [status, { error }] = await answerTo(kim.page, { ...rest, path: `/api${to}` });
    assert.deepEqual([status, error], [403, messages.forbidden], to);
  }
  assert.deepEqual((await owner.client.members({})).members, members);
  assert.deepEqual(await owner.client.keys({}), before);
  assert.equal((await owner.client.account({})).account.name, 'Agency');
  await kim.close();
});

test('roles change at once, members go, and the last owner stays', async () => {
  const page = await open(owner, '/account');
  await page.getByLabel('Role of Kim').selectOption('Editor');
  await shows(page, 'Role changed');
  const roleOf = async (address: string) =>
    (await owner.client.members({})).members.find(({ email }) => email === address)?.role;
  assert.equal(await roleOf(KIM), 'editor');
  const own = page.getByRole('row', { name: /You/ });
  await own.getByRole('combobox').selectOption('Viewer');
  await button(page, 'Change my role').click();
  await shows(page, consoleMessages.lastOwner);
  await gone(page);
  assert.equal(await own.getByRole('combobox').inputValue(), 'owner');
  await button(page, 'Remove Kim').click();
  assert.deepEqual(await owner.violations(), []);
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('Role of Kim').waitFor({ state: 'detached' });
  assert.deepEqual([await roleOf(KIM), await roleOf(site.email)], [undefined, 'owner']);
});

const codesIn = (page: Page) => page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
const me = { method: 'POST', path: '/me' };
let uri = '';
let codes: string[] = [];

test('two-factor is on after a right code, and shows its backup codes once', async () => {
  const page = await open(person, OWN);
  await button(page, 'Turn on').click();
  await dialog(page).getByLabel('Your password').fill('not this');
  await button(page, 'Continue').click();
  await shows(page, signInMessages.ownPasswordWrong);
  await dialog(page).getByLabel('Your password').fill(PASSWORD);
  await button(page, 'Continue').click();
  uri = (await page.getByRole('link', { name: 'Open in an app' }).getAttribute('href'))!;
  const drawn = await page.getByRole('img', { name: 'QR code' }).locator('path').getAttribute('d');
  const square = (x: number, y: number) => `M${x + 4} ${y + 4}h1v1h-1z`;
  const dark = qrCode(uri)!.map((row, y) => row.map((isDark, x) => (isDark ? square(x, y) : '')).join(''));
  assert.equal(drawn, dark.join(''));
  assert.deepEqual(await person.violations(), []);
  await dialog(page).getByLabel('Code of the app').fill('000000');
  await dialog(page).getByRole('button', { name: 'Turn on' }).click();
  await shows(page, signInMessages.wrongCode);
  assert.equal((await person.client.me({})).user.two_factor, false);
  await dialog(page).getByLabel('Code of the app').fill(authenticatorCode(uri));
  await page.keyboard.press('Enter');
  const listed = codesIn(page);
  await listed.first().waitFor();
  codes = await listed.allInnerTexts();
  assert.deepEqual([codes.length, new Set(codes).size], [10, 10]);
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  assert.equal(await fs.readFile(await saved.path(), 'utf8'), `${codes.join('\n')}\n`);
  assert.deepEqual(await person.violations(), []);
  await button(page, 'Done').click();
  await gone(page);
  await region(page, 'Two-factor').getByText('On', { exact: true }).waitFor();
});

test('signing in wants a code or a backup code, and takes that one once', async () => {
  const { page } = person;
  await signOut(page, /editor/);
  await signIn(page, 'editor@agency.example');
  await title(page, 'Two-factor code');
  assert.equal((await answerTo(page, me))[0], 401);
  await page.keyboard.type(authenticatorCode(uri));
  await title(page, 'Portfolio');
  assert.equal((await answerTo(page, me))[1].user.two_factor, true);

  for (const used of [[codes[0]!], [codes[0]!, codes[1]!]]) {
    await signOut(page, /editor/);
    await signIn(page, 'editor@agency.example');
    await button(page, 'Use a backup code').click();
    for (const [at, code] of used.entries()) {
      if (at > 0) await shows(page, signInMessages.wrongCode);
      await page.getByLabel('Code', { exact: true }).fill(code);
      await button(page, 'Continue').click();
    }
    await title(page, 'Portfolio');
  }
});

test('backup codes are renewed, and two-factor is turned off, with the password', async () => {
  const page = await open(person, OWN);
  await button(page, 'New backup codes').click();
  await dialog(page).getByLabel('Your password').fill(PASSWORD);
  await button(page, 'Make new codes').click();
  const listed = codesIn(page);
  await listed.first().waitFor();
  assert.ok((await listed.allInnerTexts()).every((code) => !codes.includes(code)));
  await button(page, 'Done').click();
  await gone(page);
  await button(page, 'Turn off').click();
  await dialog(page).getByLabel('Your password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Turn off' }).click();
  await gone(page);
  assert.equal((await answerTo(page, me))[1].user.two_factor, false);
  assert.deepEqual(foreign(person), []);
  await person.close();
});

/** Whether the public API takes a key. */
async function statusWith(key: string): Promise<number> {
  const { method, path } = contract.brands;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (await fetch(`${site.url}/api/v1${path}`, { method, headers, body: '{}' })).status;
}

/** Tab until the focus is on a button or field of that name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true }).or(page.getByLabel(name, { exact: true }));
  for (let step = 0; step < 60; step++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${name} is not reached with Tab`);
}

test('a key is made and deleted with the keyboard alone: it works, then it is refused', async () => {
  const page = await open(owner, '/', 'Portfolio');
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await title(page, 'API keys');
  assert.equal(owner.at(), '/keys');
  await tabTo(page, 'New key');
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('laptop');
  await tabTo(page, 'Expires');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'In 30 days' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await dialog(page).getByRole('combobox', { name: 'Expires' }).inputValue(), 'In 30 days');
  assert.deepEqual(await owner.violations(), []);
  await tabTo(page, 'Create key');
  await page.keyboard.press('Enter');
  await shows(page, 'Your new key');
  const key = await dialog(page).locator('code').first().innerText();
  assert.equal(await statusWith(key), 200);
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await gone(page);
  assert.equal(await page.getByText(key).count(), 0, 'the key is shown once');
  const made = (await owner.client.keys({})).keys.find(({ name }) => name === 'laptop')!;
  assert.ok(key.endsWith(made.last_four));
  const days = (Date.parse(made.expires_at!) - Date.parse(made.created_at)) / 86_400_000;
  assert.equal(Math.round(days), 30);

  await tabTo(page, 'Delete laptop');
  await page.keyboard.press('Enter');
  await page.getByLabel('Type laptop to confirm').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('lap');
  await page.keyboard.press('Enter');
  assert.ok(await dialog(page).getByRole('button', { name: 'Delete' }).isDisabled());
  assert.equal(await statusWith(key), 200);
  await page.keyboard.type('top');
  await page.keyboard.press('Enter');
  await gone(page);
  assert.equal(await statusWith(key), 401);
  assert.deepEqual(
    (await owner.client.keys({})).keys.map(({ name }) => name),
    ['tests'],
  );
});

test('own sign-in: name and password, other sessions end, and this one with all', async () => {
  const [here, there] = [
    await site.visit({ signedIn: false, width: 390 }),
    await site.visit({ role: 'viewer' }),
  ];
  const { page } = here;
  await page.goto(`${site.url}${OWN}`);
  await signIn(page, 'viewer@agency.example');
  await title(page, 'Account');
  assert.equal(here.at(), OWN, 'signing in leads back');
  await button(page, 'Sign out the others').waitFor();
  assert.equal(await fits(page), true);
  assert.deepEqual(await here.violations(), []);
  await page.getByLabel('Name', { exact: true }).fill('Bürgermeister 長い名前');
  await button(page, 'Save').click();
  await shows(page, 'Name changed');
  assert.equal((await there.client.me({})).user.name, 'Bürgermeister 長い名前');
  await page.getByLabel('Present password').fill(PASSWORD);
  await page.getByLabel('New password').fill('short');
  await button(page, 'Change password').click();
  await shows(page, 'New password must be a string of 8 to 128 characters');
  await button(page, 'Sign out the others').click();
  await shows(page, 'Other sessions are signed out');
  await assert.rejects(there.client.me({}), { status: 401 });
  await button(page, 'Sign out everywhere').click();
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
  await title(page, 'Sign in');
  assert.equal((await answerTo(page, { method: 'POST', path: '/me' }))[0], 401);
  await Promise.all([here.close(), there.close()]);
});

test('the account is renamed, and deleted by typing its name', async () => {
  const page = await open(owner, '/account');
  assert.deepEqual(await owner.violations(), []);
  await region(page, 'Account name').getByLabel('Name').fill('Überblick');
  await button(page, 'Save').click();
  await shows(page, 'Account renamed');
  assert.equal((await owner.client.account({})).account.name, 'Überblick');
  await page.getByRole('tab', { name: 'Your sign-in' }).click();
  assert.equal(owner.at(), OWN);
  await page.goBack();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download the file').click(),
  ]);
  assert.equal(file.suggestedFilename(), 'brandscope-account.jsonl');
  const lines = (await fs.readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  assert.match(lines[0]!, /^{"record":"account",.*Überblick/);
  assert.equal(lines.at(-1), '{"record":"end"}');
  await button(page, 'Delete account').click();
  const confirm = dialog(page).getByRole('button', { name: 'Delete account' });
  await page.getByLabel('Type Überblick to confirm').fill('Agency');
  assert.ok(await confirm.isDisabled());
  await page.getByLabel('Type Überblick to confirm').fill('Überblick');
  await confirm.click();
  await shows(page, 'Open the set-up link');
  assert.equal(await statusWith(site.key), 401);
  await assert.rejects(owner.client.me({}), { status: 401 });
});
