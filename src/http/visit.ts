// A browser's request to the console: whether it may come, and what of it matters to signing in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signInMessages } from '../../contract/sign-in.ts';
import { Failure } from '../operations/failure.ts';
import type { Visit } from '../sign-in/visit.ts';

/** The service's address in browsers, where one is set. */
export type Site = { publicUrl: string | undefined };

/** Refuses what another site's page sends: 403, before anybody is looked up. */
export function refuseForeign(request: FastifyRequest, site: Site): void {
  const { origin } = request.headers;
  const isOwn =
    origin === undefined
      ? request.headers['sec-fetch-site'] === 'same-origin'
      : origin === originOf(request, site) || origin === `http://${request.headers.host}`;
  if (!isOwn) throw new Failure(403, signInMessages.foreignOrigin);
}

/** The origin under which browsers see the console. */
export function originOf(request: FastifyRequest, { publicUrl }: Site): string {
  return publicUrl ? new URL(publicUrl).origin : `http://${request.headers.host}`;
}

/** What of the request matters to signing in. */
export function visitOf(request: FastifyRequest, { publicUrl }: Site): Visit {
  const { headers, ip } = request;
  const userAgent = headers['user-agent'] ?? '';
  const isTrusted = isLoopback(headers.host ?? '') && !SAFARI.test(userAgent);
  const isSecure = publicUrl?.startsWith('https:') === true || isTrusted;
  return { cookie: headers.cookie ?? '', userAgent, ip, isSecure };
}

// Takes no Secure cookie over plain http, from the own machine neither. Others have no `Version/` before `Safari/`.
const SAFARI = /\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//;

/** Adds the `Set-Cookie` lines of signing in to a response. */
export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

/** Browsers trust plain http to their own machine, and take Secure cookies from there. */
function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name);
}
