import { atom, computed } from 'nanostores';
import { mainRecordOf } from '#domain/parameters.ts';
import { wellParameters } from '#domain/vocabulary.ts';
import { type ChartState, initialChartState } from '#kits/chart/index.ts';
import { type AddressField, addressCodec, flagField } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { Address } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { codecPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import {
  readSitePage,
  readSiteSeason,
  readWellRecord,
  type SitePage,
  type SiteRecord,
  type SiteSeason,
  type WellRecord,
} from '../contract.ts';
import { type SeasonView, seasonViews } from './season-view.ts';

export type SiteScreen = ReturnType<typeof createSiteScreen>;

type SiteScreenSettings = {
  /** What names the site in the address: its `loc_ndx`, or an id of an agency. */
  id: string;
  address: Address;
};

/** What a visitor of the page chooses: a parameter, how its season is shown, and a water year whose days are listed. */
export type SiteChoice = {
  readonly parameter: number | undefined;
  readonly view: SeasonView | undefined;
  readonly isLog: boolean;
  /** A reservoir is shown as percent of full. */
  readonly isPercent: boolean;
  readonly year: number | undefined;
};

/** Creates the state of a site's page. */
export function createSiteScreen({ id, address }: SiteScreenSettings) {
  const params = { location: id };
  const page = createQuery<SitePage>({
    fetch: (signal) => request(readSitePage, { params }, { signal, identify: true }),
  });
  const days = createQuery<SitePage, number>({
    onSubmit: true,
    isSame: Object.is,
    fetch: (signal, year) =>
      request(readSitePage, { params, query: { year: String(year) } }, { signal, identify: true }),
  });
  /** Of the main parameter, unless another one is chosen. */
  const season = createQuery<SiteSeason, number | undefined>({
    onSubmit: true,
    isSame: Object.is,
    fetch: (signal, parameter) =>
      request(
        readSiteSeason,
        { params, query: parameter === undefined ? {} : { parameter: String(parameter) } },
        { signal, identify: true },
      ),
  });
  /** The whole record of a well, which its trend is of. */
  const whole = createQuery<WellRecord, number>({
    onSubmit: true,
    isSame: Object.is,
    fetch: (signal, parameter) =>
      request(
        readWellRecord,
        { params, query: { parameter: String(parameter) } },
        { signal, identify: true },
      ),
  });
  const $choice = atom<SiteChoice>(choiceCodec.initial);
  const $chart = atom<ChartState>(initialChartState);
  const $record = computed([page.$state, $choice], (state, { parameter }) =>
    recordOf(dataOf(state)?.records ?? [], parameter),
  );

  /** The season is asked for together with the page, which says whether that was the right record. */
  function followRecord(): () => void {
    season.submit($choice.get().parameter);
    return computed([$record, season.$state], (record, state) => ({ record, state })).subscribe(
      ({ record, state }) => {
        if (!record || record.is_withheld || state.status === 'idle') return;
        const asked = state.selection ?? ('data' in state ? state.data.parameter_ndx : record.parameter_ndx);
        if (asked !== record.parameter_ndx) season.submit(record.parameter_ndx);
      },
    );
  }

  function followWell(): () => void {
    return $record.subscribe((record) => {
      if (record && !record.is_withheld && wellParameters.has(record.parameter_ndx)) {
        whole.show(record.parameter_ndx);
      } else whole.clear();
    });
  }

  function followYear(): () => void {
    return $choice.subscribe(({ year }, before) => {
      if (year === before?.year) return;
      if (year === undefined) days.clear();
      else days.submit(year);
    });
  }

  function renew(): void {
    for (const query of [page, days, season, whole]) void query.retry();
  }

  const { start } = createScreen({
    address,
    parts: [codecPart($choice, choiceCodec)],
    queries: [page],
    submitted: [days, season, whole],
    renew,
    onStart: () => [followRecord(), followWell(), followYear()],
  });

  function choose(part: Partial<SiteChoice>): void {
    if (!('year' in part)) $chart.set(initialChartState);
    $choice.set({ ...$choice.get(), ...part });
  }

  return {
    id,
    /** Another day after midnight. */
    get today() {
      return todayInBasin(new Date());
    },
    page,
    days,
    season,
    whole,
    $choice,
    $chart,
    $record,
    start,
    renew,
    choose,
    setChart: (state: ChartState) => $chart.set(state),
  };
}

/** The chosen record, or the main one of those with a value. */
function recordOf(records: readonly SiteRecord[], parameter: number | undefined): SiteRecord | undefined {
  const measured = records.flatMap((record) => {
    const rdate = record.latest?.rdate ?? (record.is_withheld ? record.por_end : null);
    return rdate === null ? [] : [{ parameter_ndx: record.parameter_ndx, rdate, record }];
  });
  return (
    records.find((each) => each.parameter_ndx === parameter) ?? mainRecordOf(measured)?.record ?? records[0]
  );
}

/** A number whose text matches a pattern. */
const numberField = (key: string, pattern: RegExp): AddressField<number | undefined> => ({
  key,
  initial: undefined,
  parse: (text) => (pattern.test(text) ? Number(text) : undefined),
  format: (value) => value?.toString(),
});

/** `parameter=5&view=water-year&log=yes&percent=yes&year=2021`; what cannot be read is left out. */
export const choiceCodec = addressCodec<SiteChoice>({
  parameter: numberField('parameter', /^[1-9]\d{0,4}$/),
  view: {
    key: 'view',
    initial: undefined,
    parse: (text) => seasonViews.find((each) => each === text),
    format: (value) => value,
  },
  isLog: flagField('log'),
  isPercent: flagField('percent'),
  year: numberField('year', /^(1[89]|20|21)\d\d$/),
});
