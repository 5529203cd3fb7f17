import type { Requester } from '#client/request.ts';
import { recordEndpoints } from '#config/models/index.ts';
import type { Model } from '#contract/model.ts';
import { createRecordEndpoints } from '#contract/records.ts';
import { clearStoredLookups } from '#stores/lookups.ts';
import { showToast } from '#stores/toasts.ts';
import { createActions, type RecordActions } from './actions.ts';
import { $crudModel } from './crud-state.ts';

/** Creates the calls for a model's records on this page; `subject` is undefined for a visitor. */
export function actionsFor(model: Model, request: Requester, subject: string | undefined): RecordActions {
  $crudModel.set(model.name);
  return createActions({
    request,
    model,
    calls: recordEndpoints.get(model.name) ?? createRecordEndpoints(model),
    notify: showToast,
    onWritten: () => {
      if (subject !== undefined) clearStoredLookups(subject);
    },
  });
}
