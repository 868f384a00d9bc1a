// One HTTP server that holds the stand-ins of all vendors, each below its own path: `/openai`, `/anthropic`, ...
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

/** How one request is to be answered. */
export type Behaviour =
  | { mode: 'healthy'; script: Script; odd?: OddMode; delayMs?: number }
  | { mode: 'fail'; failure: FailureMode }
  | { mode: 'raw'; reply: Reply }
  /** Accepts and says nothing. */
  | { mode: 'silent' }
  /** Sends a byte now and then. */
  | { mode: 'drip'; everyMs: number }
  /** Cuts the connection after half of the body. */
  | { mode: 'reset'; script: Script }
  /** Half of the body, ended properly. */
  | { mode: 'truncated'; script: Script }
  | { mode: 'huge'; bytes: number };

export type Asked = { vendor: string; agent: string; prompt: string | null; received: Received; at: number };

export type VendorServer = {
  /** Base address of a vendor, without the version part. */
  url(vendor: string): string;
  /** All that was asked, in order. */
  asked: Asked[];
  stop(): Promise<void>;
};

export type VendorServerOptions = {
  vendors: readonly Vendor[];
  /** Decides how each request is answered. */
  behave(asked: Asked): Behaviour;
  port?: number;
};

/** Starts the server on a loopback port. */
export async function startVendors({
  vendors,
  behave,
  port = 0,
}: VendorServerOptions): Promise<VendorServer> {
  const asked: Asked[] = [];
  const server = http.createServer(async (request, response) => {
    const [, id = '', ...rest] = (request.url ?? '/').split('/');
    const vendor = vendors.find((one) => one.id === id);
    if (!vendor) return send(response, { status: 404, body: `no vendor is called ${id}` });
    const received = {
      method: request.method ?? '',
      path: `/${rest.join('/')}`,
      headers: request.headers,
      body: await bodyOf(request),
    };
    try {
      const one = {
        vendor: id,
        agent: vendor.agentOf(received),
        prompt: vendor.promptOf(received),
        received,
        at: Date.now(),
      };
      asked.push(one);
      await answer(response, vendor, { received, behaviour: behave(one) });
    } catch (error) {
      send(response, { status: 400, body: JSON.stringify({ error: { message: String(error) } }) });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: (vendor) => `http://127.0.0.1:${address.port}/${vendor}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answering = { received: Received; behaviour: Behaviour };

async function answer(
  response: http.ServerResponse,
  vendor: Vendor,
  { received, behaviour }: Answering,
): Promise<void> {
  switch (behaviour.mode) {
    case 'healthy':
      if (behaviour.delayMs) await sleep(behaviour.delayMs);
      return send(response, vendor.reply(received, behaviour.script, behaviour.odd));
    case 'fail':
      return send(response, vendor.fail(received, behaviour.failure) ?? { status: 500, body: '' });
    case 'raw':
      return send(response, behaviour.reply);
    case 'silent':
      return;
    case 'drip':
      return drip(response, behaviour.everyMs);
    case 'reset':
      return cut(response, vendor.reply(received, behaviour.script), false);
    case 'truncated':
      return cut(response, vendor.reply(received, behaviour.script), true);
    case 'huge':
      return send(response, { status: 200, body: `{"padding":"${'x'.repeat(behaviour.bytes)}"}` });
  }
}

function send(response: http.ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

function cut(response: http.ServerResponse, { status, headers, body }: Reply, properly: boolean): void {
  const half = body.slice(0, Math.floor(body.length / 2));
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (properly) response.end(half);
  else response.write(half, () => setTimeout(() => response.destroy(), 20));
}

function drip(response: http.ServerResponse, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), everyMs);
  response.on('close', () => clearInterval(timer));
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function bodyOf(request: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
