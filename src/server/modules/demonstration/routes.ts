import type { FastifyInstance } from 'fastify';
import { readDemonstration, removeDemonstration } from '#contract/demonstration.ts';
import type { Store } from '../../db/store.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { countDemonstration, removeDemonstrationData } from './demonstration.ts';

export function registerDemonstrationRoutes(app: FastifyInstance, store: Store) {
  registerEndpoint(app, readDemonstration, () => countDemonstration(store), { maxAge: 'never' });
  registerEndpoint(app, removeDemonstration, ({ caller }) =>
    removeDemonstrationData(store, caller?.subject ?? 'unknown'),
  );
}
