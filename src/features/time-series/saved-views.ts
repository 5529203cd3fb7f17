import { atom } from 'nanostores';
import { type Requester, RequestFailed } from '#client/request.ts';
import {
  createTimeseriesView,
  deleteTimeseriesView,
  listTimeseriesViews,
  saveTimeseriesView,
  type TimeseriesView,
} from '#contract/time-series-views.ts';
import { tidyViewName } from '#domain/time-series/view-name.ts';
import { createQuery } from '#stores/queries.ts';

type ViewsSettings = {
  request: Requester;
  notify: (message: string, severity: 'success' | 'error' | 'info') => void;
};

/** The person's named views, loaded when they are first looked at, and what changes them. */
export function createViews({ request, notify }: ViewsSettings) {
  const query = createQuery({ fetch: (signal) => request(listTimeseriesViews, {}, { signal }) });
  const $isChanging = atom(false);

  /** One change at a time; the list is loaded again after it. @returns whether it was made */
  async function change(work: () => Promise<unknown>, success: string): Promise<boolean> {
    if ($isChanging.get()) return false;
    $isChanging.set(true);
    try {
      await work();
      notify(success, 'success');
      return true;
    } catch (cause) {
      const message = cause instanceof RequestFailed ? cause.message : '';
      notify(message || 'Something went wrong', 'error');
      return false;
    } finally {
      // Another window may have changed the list, which may be why the change failed.
      await query.retry();
      $isChanging.set(false);
    }
  }

  return {
    $state: query.$state,
    $isChanging,
    load: query.load,
    retry: query.retry,
    cancel: query.cancel,
    create(name: string, address: string) {
      const body = { name: tidyViewName(name), query: address };
      return change(() => request(createTimeseriesView, { body }), `The view “${body.name}” was saved.`);
    },
    rename({ id, query: address }: TimeseriesView, name: string) {
      const body = { name: tidyViewName(name), query: address };
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
