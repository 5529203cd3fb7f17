import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

/** The parameters that a column may hold; which one follows from the site in the basin file. */
export const parametersByColumn: Readonly<Record<string, readonly ParameterNdx[]>> = {
  'Flow (CFS)': [
    parameterNdx.streamflow,
    parameterNdx.diversion,
    parameterNdx.returnFlow,
    parameterNdx.recharge,
  ],
  'Reservoir Contents (Acre Ft)': [parameterNdx.storage],
  'Reach Gain (CFS)': [parameterNdx.reachGain],
};

/** Columns that identify the row. Every other column is a quantity. */
export const nonValueColumns = new Set(['SiteID', 'SiteType', 'SiteName', 'HSTDate', 'Accounting Date']);
