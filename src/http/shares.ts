// What whoever has a share link may ask, below `/console/share/api`: a few reports, within the link's filters.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SHOWN_BY_SHARES, shareMessages } from '../../contract/shares.ts';
import { contract } from '../../contract/table.ts';
import { Failure } from '../operations/failure.ts';
import type { Service } from '../operations/service.ts';
import type { Visitor } from '../operations/shares.ts';
import type { People } from '../sign-in/people.ts';
import { acceptJson, asObject } from './body.ts';
import { refuseForeign, type Site } from './visit.ts';
import type { Admit } from './work.ts';

type Setting = { people: People; service: Service; site: Site; admit: Admit };

/** The plugin of the operations that a pass opens. */
export async function shareRoutes(
  app: FastifyInstance,
  { people, service, site, admit }: Setting,
): Promise<void> {
  const visitors = new WeakMap<FastifyRequest, Visitor>();
  app.decorateRequest('work', null);
  app.addHook('onRequest', async (request, reply) => {
    admit(request, reply);
    refuseForeign(request, site);
    const pass = request.headers['x-share'];
    const finding = people.visitor(typeof pass === 'string' ? pass : '', request.ip);
    request.work = finding;
    const visitor = await finding;
    if (!visitor) throw new Failure(401, shareMessages.gone);
    visitors.set(request, visitor);
  });
  acceptJson(app);
  for (const name of SHOWN_BY_SHARES)
    app.route({
      method: contract[name].method,
      url: contract[name].path,
      handler: (request) => {
        const visitor = visitors.get(request);
        if (!visitor) throw new Failure(401, shareMessages.gone);
        const input = visitor.narrow({ ...asObject(request.body) }) as never;
        request.work = service.call(name, visitor.caller, input).then(visitor.veil);
        return request.work;
      },
    });
}
