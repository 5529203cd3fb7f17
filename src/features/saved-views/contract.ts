import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { nameOf } from '#contract/record-fields.ts';
import { describeBadName, tidyLine } from '#lib/clean-line.ts';

/** The number of named views that one person can have. */
export const maxViews = 50;

export const maxViewNameLength = 80;

type Named = { readonly id: string; readonly name: string };

/** Says why a name cannot be given to a view. Undefined if it can. `id` is the view that is renamed. */
export function describeNameFault(text: string, views: readonly Named[], id?: string): string | undefined {
  const name = tidyLine(text);
  const fault = describeBadName(name, maxViewNameLength);
  if (fault !== undefined) return fault;
  const isTaken = views.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase());
  if (isTaken) return describeTakenName(name);
  return id === undefined && views.length >= maxViews ? describeFullList() : undefined;
}

export function describeTakenName(name: string): string {
  return `You already have a view named “${name}”. Choose another name.`;
}

export function describeFullList(): string {
  return `You already have ${maxViews} views. Delete one to save another.`;
}

const maxQueryLength = 8000;

const viewFields = {
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

const ownViews = { access: 'signed-in' } as const;
const viewParams = z.object({ id: z.uuid('must be the id of a view') });

export const listTimeseriesViews = defineEndpoint({
  ...ownViews,
  summary: 'The caller’s own named views, by name',
  method: 'GET',
  path: '/api/timeseries-views',
  maxAge: 'never',
  response: z.array(TimeseriesView),
});

export const createTimeseriesView = defineEndpoint({
  ...ownViews,
  summary: 'Saves a view under a name that the caller has not used',
  method: 'POST',
  path: '/api/timeseries-views',
  body: z.strictObject(viewFields),
  response: TimeseriesView,
  errors: [409],
});

export const saveTimeseriesView = defineEndpoint({
  ...ownViews,
  summary: 'Renames one of the caller’s views, or changes what it shows',
  method: 'PUT',
  path: '/api/timeseries-views/:id',
  params: viewParams,
  body: z.strictObject(viewFields),
  response: TimeseriesView,
  errors: [404, 409],
});

export const deleteTimeseriesView = defineEndpoint({
  ...ownViews,
  summary: 'Deletes one of the caller’s views',
  method: 'DELETE',
  path: '/api/timeseries-views/:id',
  params: viewParams,
  response: z.object({ id: z.uuid() }),
  errors: [404],
});
