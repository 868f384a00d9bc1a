// The OpenAPI document and the reference page that reads it; both public, both from this machine alone.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from './headers.ts';
import { openapi } from './openapi.ts';

const OWN = fileURLToPath(new URL('./docs/', import.meta.url));
const SWAGGER = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** Every file that the page may load, and the folder that it lies in. */
const FILES: Record<string, string> = {
  'page.css': OWN,
  'page.js': OWN,
  'swagger-ui.css': SWAGGER,
  'swagger-ui-bundle.js': SWAGGER,
  'favicon-32x32.png': SWAGGER,
};

/** Serves the OpenAPI document and the reference page, both without a key. */
export async function docs(app: FastifyInstance, { version }: { version: string }): Promise<void> {
  const document = JSON.stringify(openapi(version));
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    return reply.type('application/json; charset=utf-8').send(document);
  });
  await app.register(page);
}

async function page(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: [OWN, SWAGGER], serve: false, cacheControl: false });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(pageHeaders);
  });
  app.get('/docs', (_request, reply) => reply.sendFile('index.html', OWN));
  for (const [name, folder] of Object.entries(FILES)) {
    app.get(`/docs/${name}`, (_request, reply) => reply.sendFile(name, folder));
  }
}
