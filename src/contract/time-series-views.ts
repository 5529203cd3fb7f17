import * as z from 'zod/mini';
import { isViewName, maxViewNameLength, tidyViewName } from '#domain/time-series/view-name.ts';
import { defineEndpoint } from './endpoint.ts';

const maxQueryLength = 8000;

/** White space around a name is dropped, and so is repeated white space within it. */
const ViewName = z
  .string()
  .check(
    z.overwrite(tidyViewName),
    z.refine(isViewName, `Enter a name of 1 to ${maxViewNameLength} characters.`),
  );

const fields = {
  name: ViewName,
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
  response: z.array(TimeseriesView),
});

export const createTimeseriesView = defineEndpoint({
  ...shared,
  name: 'createTimeseriesView',
  summary: 'Saves a view under a name that the caller has not used',
  method: 'POST',
  path: '/api/timeseries-views',
  body: z.object(fields),
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
  body: z.object(fields),
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
