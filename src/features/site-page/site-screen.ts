import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { readSitePage, type SitePage, type SiteRecord } from '#contract/site-page.ts';
import { yearKinds } from '#domain/season.ts';
import { waterYear } from '#domain/water-year.ts';
import { type ChartState, initialChartState } from '#kits/chart/index.ts';
import { dayNumber, todayInBasin } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { loadComparison } from '#stores/load-comparison.ts';
import { createQuery, createSubmitQuery, dataOf } from '#stores/queries.ts';
import type { Comparison } from '#stores/season-chart.ts';

export type SiteScreen = ReturnType<typeof createSiteScreen>;

type SiteScreenSettings = {
  /** The `loc_ndx` of the site. */
  id: string;
  request: Requester;
  address: Address;
  /** Who may see the daily values. */
  $isSignedIn: ReadableAtom<boolean>;
  now: () => Date;
};

/** What a visitor of the page chooses: a parameter, and a water year whose days are shown. */
export type SiteChoice = { readonly parameter: number | undefined; readonly year: number | undefined };

/** A season that is drawn: the years of a parameter, the newest first. */
export type Season = { readonly parameter: number; readonly years: readonly string[] };

/** Reads the `loc_ndx` from the address of the page; undefined if there is none. */
export function parseSitePath(pathname: string): string | undefined {
  return /^\/sites\/([1-9]\d{0,8})\/?$/.exec(pathname)?.[1];
}

/** Creates the state of a site's page. */
export function createSiteScreen({ id, request, address, $isSignedIn, now }: SiteScreenSettings) {
  const params = { location: id };
  const page = createQuery<SitePage>({
    fetch: (signal) => request(readSitePage, { params }, { signal }),
  });
  const days = createSubmitQuery<SitePage, number>({
    isSame: Object.is,
    fetch: (year, signal) => request(readSitePage, { params, query: { year: String(year) } }, { signal }),
  });
  const season = createSubmitQuery<Comparison, Season>({
    isSame: (one, other) => one.parameter === other.parameter && one.years.join() === other.years.join(),
    fetch: ({ parameter, years }, signal) =>
      loadComparison(
        request,
        { parameter, location: Number(id), series: years, query: { year: yearKinds[0] } },
        signal,
      ),
  });
  const $choice = atom<SiteChoice>({ parameter: undefined, year: undefined });
  const $chart = atom<ChartState>(initialChartState);
  const $seasonIsNear = atom(false);
  const $record = computed([page.$state, $choice], (state, { parameter }) =>
    recordOf(dataOf(state)?.records ?? [], parameter),
  );
  const $wantedSeason = computed([$record, $isSignedIn, $seasonIsNear], (record, isSignedIn, isNear) =>
    record && isSignedIn && isNear ? seasonOf(record) : undefined,
  );

  function followSeason(): () => void {
    return $wantedSeason.subscribe((wanted) => {
      if (!wanted) return season.clear();
      const state = season.$state.get();
      const isShown = state.status !== 'idle' && state.selection.parameter === wanted.parameter;
      if (isShown && state.selection.years.join() === wanted.years.join()) return;
      $chart.set(initialChartState);
      season.submit(wanted);
    });
  }

  function followYear(): () => void {
    return $choice.subscribe(({ year }, before) => {
      if (year === before?.year) return;
      if (year === undefined) days.clear();
      else days.submit(year);
    });
  }

  const { start } = createScreen({
    address,
    parts: [addressPart($choice, { read: readChoice, write: writeChoice })],
    queries: [page],
    submitted: [days, season],
    onStart: () => [followSeason(), followYear()],
  });

  return {
    id,
    today: todayInBasin(now()),
    page,
    days,
    season,
    $choice,
    $chart,
    $record,
    start,
    chooseParameter: (parameter: number) => $choice.set({ ...$choice.get(), parameter }),
    /** Shows the days of a water year; undefined for none. */
    chooseYear: (year: number | undefined) => $choice.set({ ...$choice.get(), year }),
    setChart: (state: ChartState) => $chart.set(state),
    /** From now on the values of the season are loaded. */
    showSeason: () => $seasonIsNear.set(true),
  };
}

/** The chosen record, or the first one with a value. */
function recordOf(records: readonly SiteRecord[], parameter: number | undefined): SiteRecord | undefined {
  return (
    records.find((each) => each.parameter_ndx === parameter) ??
    records.find(({ latest }) => latest !== null) ??
    records[0]
  );
}

/** The water year of the latest value and the one before. Undefined without a value. */
function seasonOf({ parameter_ndx: parameter, latest }: SiteRecord): Season | undefined {
  if (!latest) return undefined;
  const year = waterYear(dayNumber(latest.rdate));
  return { parameter, years: [String(year), String(year - 1)] };
}

/** `parameter=5&year=2021`; what is not a number of either kind is left out. */
export function readChoice(query: string): SiteChoice {
  const values = new URLSearchParams(query);
  const numberOf = (name: string, pattern: RegExp) => {
    const text = values.get(name) ?? '';
    return pattern.test(text) ? Number(text) : undefined;
  };
  return {
    parameter: numberOf('parameter', /^[1-9]\d{0,4}$/),
    year: numberOf('year', /^(1[89]|20|21)\d\d$/),
  };
}

function writeChoice({ parameter, year }: SiteChoice): string {
  return new URLSearchParams({
    ...(parameter !== undefined && { parameter: String(parameter) }),
    ...(year !== undefined && { year: String(year) }),
  }).toString();
}
