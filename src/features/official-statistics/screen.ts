import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import {
  listOfficialForecasts,
  type OfficialStatisticName,
  officialStatisticNames,
  readOfficialStatistics,
} from '#contract/official-statistics.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';
import { parseDay, yesterdayInBasin } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import { comparisonColumns, forecastColumns } from './columns.ts';

/** What is compared; a peak has no day, but the day stays chosen. */
export type OfficialChoice = { readonly statistic: OfficialStatisticName; readonly day: string };

export type OfficialStatisticsSettings = { request: Requester; address: Address; now: () => Date };

/** The state of Official Statistics. */
export function createOfficialStatistics({ request, address, now }: OfficialStatisticsSettings) {
  const initial: OfficialChoice = { statistic: 'median', day: yesterdayInBasin(now()) };
  const codec = choiceCodec(initial);
  const initialTable = initialState(comparisonColumns, {
    pageSize: 60,
    sort: { id: 'percent', direction: 'descending' },
  });
  const $choice = atom<OfficialChoice>(initial);
  const $table = atom<TableState>(initialTable);
  const $forecastTable = atom<TableState>(initialState(forecastColumns, { pageSize: 30 }));
  const comparisons = createQuery({
    fetch: (signal) => {
      const { statistic, day } = $choice.get();
      return request(readOfficialStatistics, { query: { statistic, day } }, { signal });
    },
  });
  const forecasts = createQuery({ fetch: (signal) => request(listOfficialForecasts, {}, { signal }) });
  const { start } = createScreen({
    address,
    queries: [comparisons, forecasts],
    parts: [
      addressPart($choice, {
        read: (query) => codec.read(query).value,
        write: codec.write,
        isStep: () => true,
      }),
      addressPart($table, {
        read: (query) => readTableState(query, comparisonColumns, initialTable),
        write: (state) => writeTableState(state, initialTable),
        isStep: (state, before) => state.page !== before.page,
      }),
    ],
    onStart: () => [
      $choice.listen((choice, before) => {
        const isSame = choice.statistic === before?.statistic && choice.day === before.day;
        if (!isSame) void comparisons.retry();
      }),
    ],
  });
  return {
    comparisons,
    forecasts,
    $choice,
    $table,
    $forecastTable,
    setStatistic: (statistic: OfficialStatisticName) => $choice.set({ ...$choice.get(), statistic }),
    /** Yesterday, if the field was emptied. */
    setDay: (day = initial.day) => $choice.set({ ...$choice.get(), day }),
    start,
  };
}

/** `statistic=peak&day=2026-04-01`, of which only what differs from `initial` is written. */
export const choiceCodec = (initial: OfficialChoice) =>
  addressCodec<OfficialChoice>({
    statistic: nameField('statistic', officialStatisticNames, initial.statistic),
    day: {
      key: 'day',
      initial: initial.day,
      parse: (text) => (parseDay(text) === undefined ? undefined : text),
      format: (day) => (day === initial.day ? undefined : day),
    },
  });
