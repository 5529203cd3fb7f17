import type { MonthDays } from '#domain/outlook/issue-days.ts';
import type { Basin } from './basin.ts';
import { type BasinRecordKey, createKeyOf } from './basin-record-key.ts';

/** What the server reads for the outlook of a point; days are `MM-DD`, ids are in upper case. */
export type OutlookPointRequest = {
  readonly id: string;
  readonly label: string;
  readonly flow: BasinRecordKey;
  readonly isRegulated: boolean;
  readonly period: MonthDays;
  readonly winter: MonthDays | undefined;
  readonly groups: readonly { readonly label: string; readonly records: readonly BasinRecordKey[] }[];
  /** The id of the site that official forecasts are stored for. */
  readonly official: string | undefined;
};

/** Reservoirs that are filled together; capacities in AF. */
export type FillRequest = {
  readonly id: string;
  readonly label: string;
  readonly point: string;
  readonly members: readonly (BasinRecordKey & { readonly capacity: number })[];
};

export type OutlookRequest = {
  readonly points: readonly OutlookPointRequest[];
  readonly fill: readonly FillRequest[];
};

/** What the server reads for the outlooks of a basin; nothing for a basin file without them. */
export function outlookRequestOf(basin: Basin): OutlookRequest {
  const { points = [], fill = [] } = basin.outlook ?? {};
  const keyOf = createKeyOf(basin);
  const capacityOf = (id: string) => basin.sites.find((site) => site.id === id)?.capacity_af ?? 0;
  return {
    points: points.map(({ id, label, flow, regulated = false, period, winter, predictors, official }) => ({
      id,
      label,
      flow: keyOf(flow.site, flow.parameter),
      isRegulated: regulated,
      period,
      winter,
      groups: predictors.map((group) => ({
        label: group.label,
        records: group.sites.map((site) => keyOf(site, group.parameter)),
      })),
      official: official?.toUpperCase(),
    })),
    fill: fill.map(({ id, label, point, parameter, sites }) => ({
      id,
      label,
      point,
      members: sites.map((site) => ({ ...keyOf(site, parameter), capacity: capacityOf(site) })),
    })),
  };
}
