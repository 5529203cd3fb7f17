import { tidyLine } from '#lib/clean-line.ts';
import { request } from '#stores/api.ts';
import { createListChanges, createQuery } from '#stores/queries.ts';
import {
  createTimeseriesView,
  deleteTimeseriesView,
  listTimeseriesViews,
  saveTimeseriesView,
  type TimeseriesView,
} from '../contract.ts';

export type Views = ReturnType<typeof createViews>;

/** The person's named views, loaded when they are first looked at, and what changes them. */
export function createViews() {
  const query = createQuery({ fetch: (signal) => request(listTimeseriesViews, {}, { signal }) });
  const changes = createListChanges(query);

  /** @returns whether the change was made */
  async function change(work: () => Promise<object>, success: string): Promise<boolean> {
    return (await changes.change(work, success)) !== undefined;
  }

  return {
    $state: query.$state,
    $isChanging: changes.$isChanging,
    load: query.load,
    retry: query.retry,
    cancel: query.cancel,
    create(name: string, address: string) {
      const body = { name: tidyLine(name), query: address };
      return change(() => request(createTimeseriesView, { body }), `The view “${body.name}” was saved.`);
    },
    rename({ id, query: address }: TimeseriesView, name: string) {
      const body = { name: tidyLine(name), query: address };
      return change(
        () => request(saveTimeseriesView, { params: { id }, body }),
        `The view was renamed to “${body.name}”.`,
      );
    },
    remove({ id, name }: TimeseriesView) {
      return change(
        () => request(deleteTimeseriesView, { params: { id } }),
        `The view “${name}” was deleted.`,
      );
    },
  };
}
