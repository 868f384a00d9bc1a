// Invitations through a mail server: one that takes them, one that refuses, none.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { after, it } from 'node:test';
import { makeMailer } from '../../src/sign-in/mail.ts';
import { startSite } from './site.ts';

/** A mail server that answers each command from a table of replies; keeps what it was sent. */
async function mailServer(replies: Record<string, string> = {}) {
  const received: string[] = [];
  const server = createServer((socket) => converse(socket, replies, received));
  await listening(server);
  after(() => server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

function converse(socket: Socket, replies: Record<string, string>, received: string[]): void {
  let isData = false;
  let rest = '';
  socket.on('error', () => {});
  socket.setEncoding('utf8').write('220 test\r\n');
  socket.on('data', (text) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      received.push(line);
      if (isData && line !== '.') continue;
      const command = isData ? 'END' : line.slice(0, 4).toUpperCase();
      isData = command === 'DATA';
      socket.write(`${replies[command] ?? (isData ? '354 go on' : '250 ok')}\r\n`);
    }
  });
}

it('an invitation arrives, whatever the name of the account', async () => {
  const { url, received } = await mailServer();
  const errors: unknown[] = [];
  const mail = makeMailer({
    url,
    from: 'Brandscope <no-reply@x.example>',
    onError: (error) => errors.push(error),
  });
  const site = await startSite({ mail });
  const { browser } = await site.owner('Zörvexa\r\nBcc: all@evil.example');
  const { link, mailed } = await browser.client.inviteMember({ email: 'kim@x.example', role: 'viewer' });
  assert.deepEqual([mailed, errors], [true, []]);
  const [envelope, message] = [received.slice(0, 4).join('\n'), received.join('\n').replaceAll('=\n', '')];
  assert.match(envelope, /MAIL FROM:<no-reply@x\.example>/);
  assert.deepEqual(
    received.filter((line) => /^RCPT/.test(line)),
    ['RCPT TO:<kim@x.example>'],
  );
  assert.ok(!received.some((line) => /^Bcc/i.test(line)), message);
  assert.ok(message.replaceAll('=3D', '=').includes(link), message);
});

it('a server that refuses or is not there leaves the link to be passed on', async () => {
  const refusing = await mailServer({ RCPT: '550 no such person' });
  for (const url of [refusing.url, 'smtp://127.0.0.1:1']) {
    const errors: unknown[] = [];
    const send = makeMailer({ url, from: 'no-reply@x.example', onError: (error) => errors.push(error) });
    assert.equal(await send({ to: 'kim@x.example', subject: 's', text: 't' }), false);
    assert.equal(errors.length, 1);
  }
});
