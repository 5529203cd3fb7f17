import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import {
  createTimeseriesView,
  deleteTimeseriesView,
  listTimeseriesViews,
  saveTimeseriesView,
} from '../contract.ts';
import { createView, deleteView, readViews, saveView } from './timeseries-views.ts';

/** Views are read where they are written, so that people see at once what they have saved. */
export const registerRoutes: RegisterFeature = (app, { store }) => {
  registerEndpoint(app, listTimeseriesViews, ({ caller }) => readViews(store, caller.subject));
  registerEndpoint(app, createTimeseriesView, ({ caller, body }) => createView(store, caller.subject, body));
  registerEndpoint(app, saveTimeseriesView, ({ caller, params, body }) =>
    saveView(store, caller.subject, params.id, body),
  );
  registerEndpoint(app, deleteTimeseriesView, ({ caller, params }) =>
    deleteView(store, caller.subject, params.id),
  );
};
