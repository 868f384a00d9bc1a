// Invitations and members.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { consoleMessages } from '../../contract/console.ts';
import { signInMessages } from '../../contract/sign-in.ts';
import { outcome, PASSWORD, signedIn, startSite, tokenOf } from './site.ts';

const mails: { to: string; subject: string; text: string }[] = [];
const site = await startSite({
  mail: async (mail) => {
    mails.push(mail);
    return !mail.to.startsWith('bounce');
  },
});
const GONE = [400, signInMessages.invitationGone];
const choice = { name: 'Kim Doe', password: PASSWORD };
let guests = 0;

async function invited(role: 'owner' | 'editor' | 'viewer' = 'editor') {
  const owner = await site.owner('Zorvexa & friends');
  guests += 1;
  const email = `guest${guests}@agency.example`;
  const made = await owner.browser.client.inviteMember({ email: email.toUpperCase(), role });
  return { owner, email, ...made, token: tokenOf(made.link) };
}

it('an invitation: link, what it offers, acceptance, membership', async () => {
  const { owner, email, link, token, invitation } = await invited();
  assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/invitation\?token=[\w-]{43}$/);
  assert.deepEqual([invitation.email, invitation.role, invitation.invited_by], [email, 'editor', 'owner1']);
  const days = (Date.parse(invitation.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 6.99 && days <= 7);
  const guest = site.browser();
  const { expires_at } = invitation;
  assert.deepEqual(await guest.ok('/invitation', { token }), {
    success: true,
    account: 'Zorvexa & friends',
    email,
    role: 'editor',
    expires_at,
    known: false,
  });
  assert.deepEqual(await guest.refusal('/invitation/accept', { token }), [400, 'name is required']);
  assert.deepEqual(await guest.refusal('/invitation/accept', { token, name: 'Kim' }), [
    400,
    'password is required',
  ]);
  const accepted = await guest.ok('/invitation/accept', { token, ...choice });
  assert.deepEqual(accepted, { success: true, account_id: owner.account_id });
  const { user, accounts } = await guest.client.me();
  assert.deepEqual([user.name, user.email, accounts[0]!.role], ['Kim Doe', email, 'editor']);
  const { members, invitations } = await owner.browser.client.members();
  assert.deepEqual(invitations, []);
  assert.deepEqual(
    members.map((member) => [member.name, member.role]),
    [
      ['owner1', 'owner'],
      ['Kim Doe', 'editor'],
    ],
  );
});

it('the token is not stored', async () => {
  const { token } = await invited();
  const { rows } = await site.database.pool.query('select * from invitations');
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token));
});

it('a link works once, also when it is used twice at once', async () => {
  const { token, owner } = await invited();
  const tries = Array.from({ length: 8 }, () =>
    site.browser().refusal('/invitation/accept', { token, ...choice }),
  );
  const answers = await Promise.all(tries);
  assert.equal(answers.filter((answer) => answer === 200).length, 1);
  assert.equal((await owner.browser.client.members()).members.length, 2);
  for (const path of ['/invitation', '/invitation/accept'])
    assert.deepEqual(await site.browser().refusal(path, { token, ...choice }), GONE);
});

it('a link that is too old, revoked, replaced or made up is void', async () => {
  const old = await invited();
  await site.database.pool.query(`update invitations set expires_at = now() where id = $1`, [
    old.invitation.id,
  ]);
  const revoked = await invited();
  const { client } = revoked.owner.browser;
  const invitation_id = revoked.invitation.id;
  assert.equal((await client.revokeInvitation({ invitation_id })).message, 'Invitation revoked successfully');
  const missing = [404, consoleMessages.invitationNotFound];
  assert.deepEqual(await outcome(client.revokeInvitation({ invitation_id })), missing);
  const replaced = await invited();
  const again = await replaced.owner.browser.client.inviteMember({ email: replaced.email, role: 'viewer' });
  const { invitations } = await replaced.owner.browser.client.members();
  assert.deepEqual(
    invitations.map(({ id, role }) => [id, role]),
    [[again.invitation.id, 'viewer']],
  );
  for (const token of [old.token, revoked.token, replaced.token, 'made-up'])
    for (const path of ['/invitation', '/invitation/accept'])
      assert.deepEqual(await site.browser().refusal(path, { token, ...choice }), GONE);
  assert.deepEqual((await old.owner.browser.client.members()).invitations, []);
});

it('a known person signs in and accepts, without another password', async () => {
  const known = await site.owner();
  const host = await site.owner();
  const { link } = await host.browser.client.inviteMember({ email: known.email, role: 'viewer' });
  const token = tokenOf(link);
  const guest = site.browser();
  assert.equal((await guest.ok('/invitation', { token })).known, true);
  const signInFirst = [401, signInMessages.signInFirst];
  assert.deepEqual(await guest.refusal('/invitation/accept', { token, ...choice }), signInFirst);
  const other = [403, signInMessages.invitationOther];
  assert.deepEqual(await host.browser.refusal('/invitation/accept', { token }), other);
  await signedIn(guest, known.email);
  assert.equal((await guest.ok('/invitation/accept', { token })).account_id, host.account_id);
  const { accounts } = await known.browser.client.me();
  assert.deepEqual(
    accounts.map(({ role }) => role),
    ['owner', 'viewer'],
  );
  const member = [400, consoleMessages.isMember];
  assert.deepEqual(
    await outcome(host.browser.client.inviteMember({ email: known.email, role: 'viewer' })),
    member,
  );
});

it('is mailed where mail is set up, and says when that failed', async () => {
  const { email, link, mailed } = await invited();
  const mail = mails.find(({ to }) => to === email)!;
  assert.equal(mailed, true);
  assert.equal(mail.subject, 'Invitation to Zorvexa & friends on Brandscope');
  assert.ok(mail.text.includes(`\n${link}\n`));
  const { browser } = await site.owner();
  const bounced = await browser.client.inviteMember({ email: 'bounce@x.example', role: 'viewer' });
  assert.deepEqual([bounced.mailed, bounced.link.length > 50], [false, true]);
});

it('wrong addresses and roles are named', async () => {
  const { client } = (await site.owner()).browser;
  const invite = (email: unknown, role: unknown) =>
    outcome(client.inviteMember({ email, role } as Parameters<typeof client.inviteMember>[0]));
  for (const email of [
    'x',
    'a@',
    '@b',
    'a b@c.example',
    'a@b@c',
    'a@b\r\nBcc: all@c.example',
    '<a@b.example>',
  ])
    assert.deepEqual(await invite(email, 'viewer'), [400, 'email must be an e-mail address'], email);
  assert.deepEqual(await invite(undefined, 'viewer'), [400, 'email is required']);
  assert.deepEqual(await invite('a@b.example', 'admin'), [400, 'role must be owner, editor or viewer']);
});

it('a role changes at the next request', async () => {
  const { browser } = await site.owner();
  const guest = await site.member(browser, 'viewer');
  const { members } = await browser.client.members();
  const member_id = members[1]!.id;
  const create = () => outcome(guest.browser.client.createBrand({ name: 'Zorvexa' }));
  assert.deepEqual(await create(), [403, 'Access denied']);
  const changed = await browser.client.changeRole({ member_id, role: 'editor' });
  assert.deepEqual([changed.member.role, changed.member.email, await create()], ['editor', guest.email, 200]);
  await browser.client.changeRole({ member_id, role: 'viewer' });
  assert.deepEqual(await create(), [403, 'Access denied']);
});

it('a removed member is out at the next request, and may be invited anew', async () => {
  const { browser } = await site.owner();
  const guest = await site.member(browser, 'editor');
  const { members } = await browser.client.members();
  await browser.client.removeMember({ member_id: members[1]!.id });
  assert.deepEqual(await guest.browser.refusal('/api/brands'), [401, 'Not signed in']);
  const { link } = await browser.client.inviteMember({ email: guest.email, role: 'viewer' });
  const again = site.browser();
  await again.ok('/invitation/accept', { token: tokenOf(link), name: 'Again', password: 'another sentence' });
  assert.equal((await again.client.me()).accounts[0]!.role, 'viewer');
});

it('the last owner stays owner and member', async () => {
  const { browser } = await site.owner();
  const last = [400, consoleMessages.lastOwner];
  const { members } = await browser.client.members();
  const member_id = members[0]!.id;
  assert.deepEqual(await outcome(browser.client.changeRole({ member_id, role: 'editor' })), last);
  assert.deepEqual(await outcome(browser.client.removeMember({ member_id })), last);
  assert.equal(await outcome(browser.client.changeRole({ member_id, role: 'owner' })), 200);
  await site.member(browser, 'owner');
  assert.equal(await outcome(browser.client.changeRole({ member_id, role: 'editor' })), 200);
  assert.deepEqual(await outcome(browser.client.changeRole({ member_id, role: 'owner' })), [
    403,
    'Access denied',
  ]);
});

it('two owners who remove each other at once leave one', async () => {
  const one = await site.owner();
  const two = await site.member(one.browser, 'owner');
  const [first, second] = (await one.browser.client.members()).members;
  await Promise.all([
    outcome(one.browser.client.removeMember({ member_id: second!.id })),
    outcome(two.browser.client.removeMember({ member_id: first!.id })),
  ]);
  const { rows } = await site.database.pool.query('select role from members where account_id = $1', [
    one.account_id,
  ]);
  assert.deepEqual(rows, [{ role: 'owner' }]);
});

it('members that are not there are not found', async () => {
  const { client } = (await site.owner()).browser;
  for (const member_id of [999_999, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const missing = [404, consoleMessages.memberNotFound];
    assert.deepEqual(await outcome(client.removeMember({ member_id })), missing);
    assert.deepEqual(await outcome(client.changeRole({ member_id, role: 'viewer' })), missing);
    assert.deepEqual(await outcome(client.revokeInvitation({ invitation_id: member_id })), [
      404,
      consoleMessages.invitationNotFound,
    ]);
  }
});
