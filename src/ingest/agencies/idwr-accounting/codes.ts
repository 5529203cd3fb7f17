import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

/** The parameters that a column may hold; which one follows from the site in the basin file. Units are left out. */
export const parametersByColumn: Readonly<Record<string, readonly ParameterNdx[]>> = {
  flow: [parameterNdx.streamflow, parameterNdx.diversion, parameterNdx.returnFlow, parameterNdx.recharge],
  'reservoir contents': [parameterNdx.storage],
  'reach gain': [parameterNdx.reachGain],
};

export const siteColumn = 'SiteID';

/** The columns of dates in the history and in the model. */
export const dayColumns: readonly string[] = ['HSTDate', 'Accounting Date'];

/** Columns that identify the row. Every other column is a quantity. */
export const nonValueColumns = new Set([siteColumn, 'SiteType', 'SiteName', ...dayColumns]);
