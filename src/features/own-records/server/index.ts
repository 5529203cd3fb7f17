import path from 'node:path';
import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import type { Basin } from '#contract/basin/basin.ts';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { describeFirstImport } from '#lib/demonstration.ts';
import type { Caller } from '#server/access/access-control.ts';
import { requireUnblocked } from '#server/access/people.ts';
import { countDemonstration, readDemoState } from '#server/db/demonstration.ts';
import type { FeatureServices, RegisterFeature } from '#server/feature-services.ts';
import { storeFile, uploadedBody } from '#server/files/store-file.ts';
import { HttpProblem, recordNotFound } from '#server/http/problems.ts';
import { registerEndpoint, toRouteOptions } from '#server/http/register-endpoint.ts';
import { createWriteDeadline } from '#server/http/write-deadline.ts';
import { runOnClock } from '#server/run-on-clock.ts';
import {
  addReading,
  correctReading,
  listOwnSites,
  readOwnRecord,
  readReadings,
  uploadPhoto,
  writeRatingTable,
} from '../contract.ts';
import { registerAdministration } from './administration.ts';
import { createEndedDays } from './ended-days.ts';
import { correctStored, enterReading } from './enter-reading.ts';
import { registerFileRoutes } from './file-routes.ts';
import {
  createMayWrite,
  readOwnPlace,
  readOwnPlaces,
  readWritablePlace,
  syncOwnSites,
  toOwnSite,
} from './own-sites.ts';
import { registerPush } from './push.ts';
import { readRatingTables } from './rating-tables.ts';
import { readReadings as readStoredReadings } from './readings.ts';
import { writeRating } from './write-rating.ts';

const latestReadings = 50;
const maxReadings = 1000;
const endedDaysEveryMs = 600_000;

/** Where nothing is listed, own sites are those that Administrators have made. */
const noBasin: Basin = {
  ...{ name: '', hydrologic_units: [], huc8s: [], ground_water_districts: [], quality: {}, sites: [] },
  map: { center: [0, 0], zoom: 0, search_box: [0, 0, 0, 0] },
};

/** Registers readings by hand, rating tables, pushed readings, files and what Administrators do. */
export const registerRoutes: RegisterFeature = (app, services) => {
  const { store, config, imports } = services;
  const basin = () => services.basin.file ?? noBasin;
  registerReadings(app, services, basin);
  registerPhotos(app, services, basin);
  registerPush(app, { store, basin });
  registerAdministration(app, { store, basin });
  registerFileRoutes(app, { store, basin, imports, folder: path.join(config.dataDir, 'own-files') });
  const onError = (error: unknown) =>
    app.log.error({ err: error }, 'Own records could not be brought up to date');
  const compute = createEndedDays(store, basin, onError);
  let synced: Promise<void> | undefined;
  const work = async () => {
    synced ??= syncOwnSites(store, basin()).catch(onError);
    await synced;
    await compute();
  };
  runOnClock(app, { everyMs: endedDaysEveryMs, beginsAtOnce: true, work, onError });
};

function registerReadings(app: FastifyInstance, { store }: FeatureServices, basin: () => Basin): void {
  const work = async (location: string, caller: Caller) => ({
    ...{ store, basin: basin(), by: caller.subject, now: new Date() },
    place: await readWritablePlace(store, basin(), Number(location), caller),
  });

  registerEndpoint(app, listOwnSites, async ({ caller }) => {
    const mayWrite = await createMayWrite(store, caller);
    const places = await readOwnPlaces(store, basin());
    return {
      sites: places.map((place) => toOwnSite(place, mayWrite(place.loc_ndx))),
      can_write_all: mayWrite(null),
    };
  });

  registerEndpoint(app, readOwnRecord, async ({ params, caller }) => {
    const location = Number(params.loc_ndx);
    const [place] = await readOwnPlaces(store, basin(), sql`l.loc_ndx = ${location}::int`);
    const none = { site: null, time_zone: basinTimeZone(), readings: [], tables: [], notice: null };
    if (!place) return none;
    const mayWrite = await createMayWrite(store, caller);
    const tables = await readRatingTables(store, location);
    const parameters = place.parameters.map(({ parameter_ndx }) => parameter_ndx);
    const readings = await readStoredReadings(store, { location, parameters, limit: latestReadings }, tables);
    const isDemonstration = (await readDemoState(store)).has_data;
    return {
      ...none,
      site: toOwnSite(place, mayWrite(location)),
      readings,
      tables,
      notice: isDemonstration ? describeFirstImport(await countDemonstration(store)) : null,
    };
  });

  registerEndpoint(app, readReadings, async ({ params, query: { parameter, before, as_of: asOf } }) => {
    const location = Number(params.loc_ndx);
    const place = await readOwnPlace(store, basin(), location);
    const all = place.parameters.map(({ parameter_ndx }) => parameter_ndx);
    const parameters = parameter === undefined ? all : [Number(parameter)];
    const isWanted = before === undefined ? sql`true` : sql`r.at < ${before}::text::timestamptz`;
    const query = { location, parameters, isWanted, asOf, limit: maxReadings };
    return { readings: await readStoredReadings(store, query, await readRatingTables(store, location)) };
  });

  registerEndpoint(app, addReading, async ({ params, body, caller }) =>
    enterReading(await work(params.loc_ndx, caller), body),
  );
  registerEndpoint(app, correctReading, async ({ params, body, caller }) =>
    correctStored(await work(params.loc_ndx, caller), body),
  );
  registerEndpoint(app, writeRatingTable, async ({ params, body, caller }) =>
    writeRating(await work(params.loc_ndx, caller), body),
  );
}

function registerPhotos(app: FastifyInstance, { store, storage }: FeatureServices, basin: () => Basin): void {
  app.route({
    ...toRouteOptions(uploadPhoto),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    handler: async (request, reply) => {
      const { caller } = request;
      const { loc_ndx } = uploadPhoto.params.parse(request.params);
      const { name } = uploadPhoto.query.parse(request.query);
      if (!caller) throw recordNotFound();
      await readWritablePlace(store, basin(), Number(loc_ndx), caller);
      if (!/\.(jpe?g|png|webp)$/i.test(name))
        throw new HttpProblem(400, 'A photo is a JPEG, PNG or WebP file.');
      const reference = await createWriteDeadline().run(
        () => storeFile(store, storage, { body: uploadedBody(request), name, actor: caller.subject }),
        (transaction) => requireUnblocked(transaction, caller.subject, undefined),
      );
      return reply.header('cache-control', 'no-store').send(reference);
    },
  });
}
