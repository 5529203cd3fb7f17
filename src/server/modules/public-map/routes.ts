import type { FastifyInstance } from 'fastify';
import {
  listMapFilters,
  listMapLayers,
  listMapSources,
  listWells,
  readMapGeometry,
} from '#contract/public-map.ts';
import type { Store } from '../../db/open.ts';
import { keep } from '../../kept.ts';
import { mount } from '../../mount.ts';
import type { Caller } from '../../plugins/access.ts';
import { recordNotFound, unauthorized } from '../../problems.ts';
import { geometries, wells } from './queries.ts';
import { readFilters, readLayers, readSources } from './read.ts';

const aDay = 86_400;

export function mountPublicMap(app: FastifyInstance, store: Store) {
  mount(app, listWells, keep(store, wells));
  mount(app, listMapFilters, () => readFilters(store));
  mount(app, listMapSources, ({ caller }) => readSources(store, accessOf(caller)), { variesByCaller: true });
  mount(app, listMapLayers, ({ caller }) => readLayers(store, accessOf(caller)), {
    variesByCaller: true,
    maxAge: aDay,
  });

  const kept = new Map(
    Object.entries(geometries).map(([id, query]) => [id, { access: query.access, read: keep(store, query) }]),
  );
  mount(
    app,
    readMapGeometry,
    async ({ params, caller }) => {
      const geometry = kept.get(params.id);
      if (!geometry) throw recordNotFound();
      if (geometry.access === 'signed-in' && !caller) throw unauthorized('none');
      return geometry.read();
    },
    { variesByCaller: true },
  );
}

function accessOf(caller: Caller | undefined) {
  return caller ? (['open', 'signed-in'] as const) : (['open'] as const);
}
