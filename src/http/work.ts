import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../operations/failure.ts';

/** Lets a request in, or throws 503. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Bounds the work under way. A request counts from its headers until its response is gone and the service
 * is done with it: a caller that hangs up does not make room for another one.
 */
export function boundWork(max: number): Admit {
  let underWay = 0;
  const free = () => {
    underWay -= 1;
  };
  return (request, reply) => {
    if (underWay >= max) throw new Failure(503, 'Too many requests under way', { retryAfter: 1 });
    underWay += 1;
    reply.raw.once('close', () => {
      if (request.work === null) free();
      else request.work.then(free, free);
    });
  };
}
