// The operations of the contract below `/api/v1`, for keys.
import type { FastifyInstance } from 'fastify';
import { contract } from '../../contract/table.ts';
import type { Service } from '../operations/service.ts';
import { authenticate } from './authenticate.ts';
import { operationRoutes } from './operations.ts';
import type { HttpOptions } from './options.ts';
import type { Admit } from './work.ts';

type Setting = { service: Service; options: HttpOptions; admit: Admit };

/** The plugin that holds every operation of the contract. */
export async function api(app: FastifyInstance, { service, options, admit }: Setting): Promise<void> {
  await operationRoutes(app, {
    table: contract,
    service,
    admit,
    rateLimitPerMinute: options.rateLimitPerMinute,
    authenticate: (request) => authenticate(service, request),
  });
}
