// The console: built files and the one page that they need. It decides by the address what to show.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './exchange.ts';
import { assetHeaders, consoleHeaders, pageHeaders } from './headers.ts';

const BUILT = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const NOT_BUILT = fileURLToPath(new URL('./static/not-built.html', import.meta.url));
/** Files beside the page that keep their names. */
const NAMED = ['icon.svg', 'scheme.js'];
/** What is no page of the console, whatever a browser asks for. */
const NOT_PAGES = /^\/(?:api|console|docs|healthz|readyz|metrics|assets)(?:\/|$)|\/\/|\.\w+$/;

/** Whether a browser asks for a page: then an address that no route takes is one of the console's. */
export function asksForPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && /\btext\/html\b/.test(request.headers.accept ?? '') && !NOT_PAGES.test(pathOf(request));
}

/** Answers with the console's page; its styles are allowed by a nonce of this response alone. */
export async function sendPage(reply: FastifyReply, folder = BUILT): Promise<string> {
  const page = await fs.readFile(`${folder}/index.html`, 'utf8').catch(() => null);
  if (page === null) return sendNotBuilt(reply);
  const nonce = randomBytes(16).toString('base64');
  reply.headers(consoleHeaders(nonce)).type('text/html; charset=utf-8');
  return page.replaceAll('__NONCE__', nonce);
}

/** For those who run the service before building its console: what to do, in plain words. */
async function sendNotBuilt(reply: FastifyReply): Promise<string> {
  reply.headers(pageHeaders).type('text/html; charset=utf-8');
  return fs.readFile(NOT_BUILT, 'utf8');
}

/** Serves the console at `/`, with its files: named ones are asked for anew, hashed ones never again. */
export async function staticConsole(
  app: FastifyInstance,
  { folder = BUILT }: { folder?: string },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    // Only for files that are there: a 404 must not be kept.
    setHeaders: (reply, file) => {
      reply.headers(file.includes('/assets/') ? assetHeaders : pageHeaders);
    },
  });
  app.get('/', (_request, reply) => sendPage(reply, folder));
  for (const name of NAMED) {
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  }
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
    reply.sendFile(`assets/${request.params.name}`),
  );
}
