import type { FastifyInstance } from 'fastify';
import { readLookup } from '#contract/lookups.ts';
import type { Store } from '../../db/open.ts';
import { mount } from '../../mount.ts';
import { readEntries } from './queries.ts';

export function mountLookups(app: FastifyInstance, store: Store) {
  mount(app, readLookup, ({ params }) => readEntries(store, params.name));
}
