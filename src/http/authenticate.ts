import type { FastifyRequest } from 'fastify';
import { messages } from '../../contract/errors.ts';
import type { Caller } from '../operations/caller.ts';
import { Failure } from '../operations/failure.ts';
import type { Service } from '../operations/service.ts';

/** The caller of `Authorization: Bearer KEY`; everything else is one and the same 401. */
export async function authenticate(service: Service, request: FastifyRequest): Promise<Caller> {
  const key = /^bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (key !== undefined) {
    const finding = service.authenticate(key);
    request.work = finding;
    const caller = await finding;
    if (caller !== null) return caller;
  }
  throw new Failure(401, messages.unauthorized);
}
