// Addresses that accounts choose: none of them may lead into the operator's own network. What was checked is what is
// connected to, so that a name that leads elsewhere a moment later changes nothing.
import type { LookupAddress, LookupOptions } from 'node:dns';
import dns from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { AgentFailure } from './agents/agent.ts';

/** Where a name leads, or why nothing is sent there. */
export type Checked = { addresses: LookupAddress[] } | { refused: AgentFailure };

/** Looks an address up that an account chose, and refuses what leads into the operator's own network. */
export async function checkPublic(url: string): Promise<Checked> {
  const { hostname, protocol } = new URL(url);
  const refuse = (why: string): Checked => ({
    refused: { kind: 'network', message: `${hostname} ${why}`, unsent: true },
  });
  if (protocol !== 'https:') return refuse('must be reached over https');
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  try {
    const addresses = family ? [{ address: host, family }] : await dns.lookup(host, { all: true });
    return addresses.some(isPrivate)
      ? refuse('is a private address; the operator may allow it with ALLOW_PRIVATE_URLS=1')
      : { addresses };
  } catch (error) {
    return refuse(`was not found: ${(error as Error).message}`);
  }
}

/**
 * A `fetch` that connects to these addresses, whatever the name leads to by now; the certificate must still be the
 * name's. The built-in one takes no look-up of ours. It serves `send`: https, a body of text, no redirects.
 */
export function fetchAt(addresses: readonly LookupAddress[]): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, signal, body } = init;
      const fail = (cause: Error) => reject(new TypeError('fetch failed', { cause }));
      const request = https.request(String(input), {
        method,
        headers: { ...OWN_HEADERS, ...Object.fromEntries(new Headers(headers)) },
        lookup: (_host, options, done) => answer(addresses, options, done),
        // A connection of its own: a kept one would be found by its name.
        agent: false,
        ...(signal && { signal }),
      });
      request.once('socket', (socket) => limitConnecting(request, socket));
      request.once('error', fail);
      // A server that changes the protocol, or goes without a word, must not leave the asking open.
      request.once('upgrade', (_response, socket) => {
        socket.destroy();
        fail(new Error('bad upgrade'));
      });
      request.once('close', () => fail(new Error('closed without a response')));
      request.once('response', (response) => {
        try {
          resolve(asResponse(response));
        } catch (error) {
          response.destroy();
          fail(error as Error);
        }
      });
      request.end(body);
    });
}

const OWN_HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Brandscope' };

// As long as the built-in one waits, and told by its code: nothing was sent.
const CONNECT_MS = 10_000;

function limitConnecting(request: ClientRequest, socket: Socket): void {
  const late = Object.assign(new Error('no connection in time'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
  const timer = setTimeout(() => request.destroy(late), CONNECT_MS);
  const stop = () => clearTimeout(timer);
  socket.once('secureConnect', stop).once('close', stop);
}

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

function answer(addresses: readonly LookupAddress[], { all }: LookupOptions, done: Done): void {
  const [first = { address: '', family: 0 }] = addresses;
  // Look-ups answer later, and so does this one.
  process.nextTick(() => (all ? done(null, [...addresses]) : done(null, first.address, first.family)));
}

const DECODERS = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Answers that have no body by their status may have none in a `Response` either. */
const BODILESS = [204, 205, 304];

function asResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0, rawHeaders } = message;
  const headers = new Headers();
  const decode = DECODERS.get(message.headers['content-encoding'] ?? '');
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  if (BODILESS.includes(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  // Who reads the decoded text is told when either breaks.
  const text = decode ? pipeline(message, decode(), () => {}) : message;
  return new Response(Readable.toWeb(text) as ReadableStream<Uint8Array>, { status, headers });
}

const PRIVATE = privateAddresses();

const isPrivate = ({ address }: LookupAddress) =>
  isIP(address) === 6 ? PRIVATE.v6.check(address, 'ipv6') : PRIVATE.v4.check(address);

/** RFC 6890 and its kin: loopback, private, link-local, carrier-grade, multicast and reserved; of IPv6 all that is not global. */
function privateAddresses(): { v4: BlockList; v6: BlockList } {
  const subnets = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'];
  const more = ['172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'];
  // Outside of 2000::/3 (addresses of IPv4 in the clothes of IPv6, too), and within it what carries one.
  const ofV6 = ['::/3', '4000::/2', '8000::/1', '2001::/32', '2002::/16'];
  return { v4: blockList([...subnets, ...more], 'ipv4'), v6: blockList(ofV6, 'ipv6') };
}

// One list for both would see each address of IPv4 in ::/3.
function blockList(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [net = '', size] of subnets.map((subnet) => subnet.split('/')))
    list.addSubnet(net, Number(size), family);
  return list;
}
