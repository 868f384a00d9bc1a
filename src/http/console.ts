// What the web console asks, below `/console`: signing in, and every operation for a signed-in member. The
// cookie counts here and nowhere else; a key counts nowhere here.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consoleOperations } from '../../contract/console.ts';
import type { Operation } from '../../contract/operation.ts';
import { type SignInOperationName, signInMessages, signInOperations } from '../../contract/sign-in.ts';
import { contract } from '../../contract/table.ts';
import type { Caller } from '../operations/caller.ts';
import { Failure } from '../operations/failure.ts';
import type { Service } from '../operations/service.ts';
import type { People, Reply } from '../sign-in/people.ts';
import { acceptJson, asObject } from './body.ts';
import { operationRoutes } from './operations.ts';
import { shareRoutes } from './shares.ts';
import { originOf, refuseForeign, type Site, setCookies, visitOf } from './visit.ts';
import type { Admit } from './work.ts';

type Setting = {
  service: Service;
  people: People;
  site: Site;
  admit: Admit;
  rateLimitPerMinute: number;
};

/** The plugin of everything below `/console`. */
export async function consoleRoutes(app: FastifyInstance, setting: Setting): Promise<void> {
  const { service, people, site, admit, rateLimitPerMinute } = setting;
  await app.register(signInRoutes, { people, site, admit });
  await app.register(shareRoutes, { people, service, site, admit, prefix: '/share/api' });
  await app.register(
    (api) =>
      operationRoutes(api, {
        table: { ...contract, ...consoleOperations },
        service,
        admit,
        rateLimitPerMinute,
        authenticate: (request, reply) => memberOf(setting, request, reply),
      }),
    { prefix: '/api' },
  );
}

/** The member whose browser asks, in the account that `X-Account` names, or in their first. */
async function memberOf(
  { people, site }: Setting,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  refuseForeign(request, site);
  const finding = people.find(visitOf(request, site));
  request.work = finding;
  const { answer: person, cookies } = await finding;
  setCookies(reply, cookies);
  if (person === null) throw new Failure(401, signInMessages.notSignedIn);
  const membership = await people.membership(person, accountOf(request));
  if (!membership) throw Failure.forbidden();
  const member = { userId: person.userId, role: membership.role, origin: originOf(request, site) };
  return { accountId: membership.accountId, brandId: null, keyId: null, member };
}

function accountOf({ headers }: FastifyRequest): number | undefined {
  const given = headers['x-account'];
  if (given === undefined) return undefined;
  const id = typeof given === 'string' && /^[1-9]\d{0,9}$/.test(given) ? Number(given) : Number.NaN;
  if (id < 2 ** 31) return id;
  throw Failure.invalid('X-Account must be the id of an account');
}

type SignInSetting = Pick<Setting, 'people' | 'site' | 'admit'>;

async function signInRoutes(app: FastifyInstance, { people, site, admit }: SignInSetting): Promise<void> {
  app.decorateRequest('caller', null);
  app.decorateRequest('work', null);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    admit(request, reply);
    // The provider sends browsers back from its own site; its `state` says that they were sent.
    if (request.method !== 'GET') refuseForeign(request, site);
  });
  acceptJson(app);
  for (const [name, operation] of Object.entries<Operation>(signInOperations))
    addSignIn(app, operation, (request) =>
      people.call(name as SignInOperationName, visitOf(request, site), asObject(request.body) as never),
    );
  app.get('/auth/callback/oidc', async (request, reply) => {
    const { search } = new URL(request.url, 'http://path');
    const returning = people.returnFromProvider(visitOf(request, site), search);
    request.work = returning;
    const { location, cookies } = await returning;
    setCookies(reply, cookies);
    return reply.redirect(location);
  });
}

function addSignIn(
  app: FastifyInstance,
  { method, path }: Operation,
  call: (request: FastifyRequest) => Promise<Reply<unknown>>,
): void {
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const calling = call(request);
      request.work = calling;
      const { answer, cookies } = await calling;
      setCookies(reply, cookies);
      return answer;
    },
  });
}
