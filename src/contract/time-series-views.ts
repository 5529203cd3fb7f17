import * as z from 'zod/mini';
import { maxViewNameLength } from '#domain/name.ts';
import { defineEndpoint } from './endpoint.ts';
import { nameOf } from './name.ts';

const maxQueryLength = 8000;

const fields = {
  name: nameOf(maxViewNameLength),
  /** The address of the view on Time Series Comparisons, without `?`. */
  query: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(maxQueryLength),
      z.regex(/^[\w.~%=&+,:;@!$'()*/-]+$/, 'must be a query of an address, without ?'),
    ),
};

/** A named view of Time Series Comparisons; only its owner sees it. */
export const TimeseriesView = z.object({
  id: z.uuid(),
  name: z.string(),
  query: z.string(),
  updated_at: z.string(),
});
export type TimeseriesView = z.output<typeof TimeseriesView>;

const shared = { access: 'signed-in', tags: ['Time series'] } as const;
const params = z.object({ id: z.uuid('must be the id of a view') });

export const listTimeseriesViews = defineEndpoint({
  ...shared,
  name: 'listTimeseriesViews',
  summary: 'The caller’s own named views, by name',
  method: 'GET',
  path: '/api/timeseries-views',
  maxAge: 'never',
  response: z.array(TimeseriesView),
});

export const createTimeseriesView = defineEndpoint({
  ...shared,
  name: 'createTimeseriesView',
  summary: 'Saves a view under a name that the caller has not used',
  method: 'POST',
  path: '/api/timeseries-views',
  body: z.strictObject(fields),
  response: TimeseriesView,
  errors: [409],
});

export const saveTimeseriesView = defineEndpoint({
  ...shared,
  name: 'saveTimeseriesView',
  summary: 'Renames one of the caller’s views, or changes what it shows',
  method: 'PUT',
  path: '/api/timeseries-views/:id',
  params,
  body: z.strictObject(fields),
  response: TimeseriesView,
  errors: [404, 409],
});

export const deleteTimeseriesView = defineEndpoint({
  ...shared,
  name: 'deleteTimeseriesView',
  summary: 'Deletes one of the caller’s views',
  method: 'DELETE',
  path: '/api/timeseries-views/:id',
  params,
  response: z.object({ id: z.uuid() }),
  errors: [404],
});
