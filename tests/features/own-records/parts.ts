import { randomUUID } from 'node:crypto';
import type { TestParts } from '../../support/feature-parts.ts';
import { diversion, inDays } from './own-portal.ts';

const reading = () => ({
  ...{ client_id: randomUUID(), parameter_ndx: diversion, at: '2026-01-08T12:00:00Z' },
  ...{ value: 3, unit: 'cfs' },
});
const own = { parameters: [diversion], limit_minutes: 120 };

export const parts: TestParts = {
  unpublishedTables: [
    'own_feed',
    'own_file',
    'own_mapping',
    'own_origin',
    'own_rating',
    'own_reading',
    'own_series',
    'own_site',
    'own_token',
    'own_writer',
  ],
  values: { loc_ndx: '1' },
  mayChange: {
    ...{ addReading: 'signed-in', correctReading: 'signed-in', uploadPhoto: 'signed-in' },
    ...{ writeRatingTable: 'signed-in', uploadOwnFile: 'signed-in', previewOwnFile: 'signed-in' },
    ...{ storeOwnFile: 'signed-in', saveMapping: 'signed-in', pushReadings: 'open' },
  },
  prepare: async ({ store }) => {
    await store.query(
      `insert into own_site (loc_ndx, parameters, limit_minutes, changed_by)
        select min(loc_ndx), '{${diversion}}', 120, 'test' from location`,
    );
  },
  writes: ({ store, call, send, newName }) => {
    /** Makes the first site an own one without readings. */
    const prepare = async () => {
      for (const table of ['own_site', 'own_reading', 'own_origin', 'own_series', 'own_token', 'own_rating'])
        await store.query(`delete from ${table}`);
      await store.query(
        `insert into own_site (loc_ndx, parameters, limit_minutes, changed_by) values (1, '{${diversion}}', 120, 'test')`,
      );
    };
    const createToken = async () => {
      await prepare();
      return call('POST', '/api/own-records/tokens', { loc_ndx: 1, name: newName(), ends_on: inDays(9) });
    };
    return {
      cases: {
        addReading: async () => {
          await prepare();
          return call('POST', '/api/own-records/sites/1/readings', reading());
        },
        correctReading: async () => {
          await prepare();
          const { client_id: _, ...sent } = reading();
          await send(call('POST', '/api/own-records/sites/1/readings', reading()));
          return call('PUT', '/api/own-records/sites/1/readings', {
            ...sent,
            value: null,
            version: 1,
            reason: 'Wrong',
          });
        },
        writeRatingTable: async () => {
          await prepare();
          const table = { parameter_ndx: diversion, valid_from: '2026-01-01T07:00:00Z', offset_ft: 0 };
          return call('POST', '/api/own-records/sites/1/ratings', {
            ...table,
            points: '1 2\n3 4',
            store: true,
          });
        },
        storeOwnFile: async () => {
          await prepare();
          // That of the time before may go on; where there is none, nothing is to be ended.
          await send(call('DELETE', '/api/imports/current', undefined, 'Developer')).catch(() => {});
          const id = randomUUID();
          await store.query(
            `insert into own_file (id, name, size, made_by, path) values ('${id}', 'a.csv', 1, 'test|Administrator', '/nowhere')`,
          );
          return call('POST', `/api/own-records/files/${id}/store`, { mapping: { format: 'csv' } });
        },
        saveMapping: async () => {
          await prepare();
          return call('PUT', '/api/own-records/mappings', { name: newName(), mapping: { decimal: ',' } });
        },
        createOwnSite: () =>
          call('POST', '/api/own-records/sites', {
            ...{
              loc_id: newName().toUpperCase().replaceAll(' ', '-'),
              loc_name: newName(),
              loc_type: 'Diversion',
            },
            ...{ data_provider: 'IDWR', latitude_dd: 43, longitude_dd: -112, ...own },
          }),
        saveOwnSite: async () => {
          await store.query('delete from own_site');
          return call('PUT', '/api/own-records/sites/1', own);
        },
        saveWriters: async () => {
          await prepare();
          return call('PUT', '/api/own-records/writers', { loc_ndx: 1, subjects: [newName()] });
        },
        createWriteToken: createToken,
        revokeWriteToken: async () => {
          const answer = (await send(await createToken())) as { id: string };
          return call('DELETE', `/api/own-records/tokens/${answer.id}`);
        },
      },
    };
  },
};
