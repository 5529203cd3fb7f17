import { type SearchEntry, snowGroupKind } from '#config/search-entry.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { mapPathOfPlace, pathOfSite, waterYearPathOfSite } from '#domain/page-paths.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber, describeAge } from '#lib/calendar.ts';
import { formatLatLng, type LatLng, milesBetween, parseCoordinates } from '#lib/geometry/coordinates.ts';
import { createSearchEngine, type SearchHit, splitTerms } from '#lib/search-engine.ts';
import { toSearchRecord } from '#stores/search-record.ts';
import type {
  FindResults,
  SearchedSite,
  SearchResult,
  SearchSettings,
  SearchValue,
} from '../../public-map/index.ts';
import type { SearchIndex } from './search-index.ts';
import { parseSearchQuestion, type SearchQuestion, type Trade, trades } from './search-question.ts';

const maxFound = 60;
const maxResults = 20;
/** Places for decisions, so that they are found at all. */
const maxDecisions = 2;
const maxYearResults = 3;
/** The view of coordinates, as that of a site found on the map. */
const coordinatesZoom = 16;

type SiteEntry = SearchEntry & { readonly site: SearchedSite };
type Entry = SearchEntry | SiteEntry;
/** An entry in the order of the answer, with its distance where that is what was asked for. */
type Found = { readonly entry: Entry; readonly miles?: number; readonly from?: string };

/** In spelling errors: of sites that match alike, the index gage comes first, then the other main ones. */
const mainWeights = { first: -0.5, other: -0.15 } as const;

/** Creates the one search of the portal: the dialog of every page and the map’s field use it. */
export function createPortalSearch(
  { entries, mainSites, parameters }: SearchIndex,
  sites: readonly SearchedSite[],
  { conditionOf = () => undefined, today = '' }: SearchSettings = {},
): FindResults {
  const siteEntries = sites.map((site) => toSiteEntry(site, mainSites.indexOf(site.loc_id)));
  const engine = createSearchEngine<Entry>([...entries, ...siteEntries], {
    limit: maxFound,
    maxMissing: (terms) => Math.floor(terms / 2),
  });
  const nameOf = new Map(parameters.map(({ ndx, name }) => [ndx, name]));
  const runningYear = today === '' ? undefined : waterYear(dayNumber(today));

  const isOf = (trade: Trade, { site }: SiteEntry) =>
    trade.parameter === undefined
      ? (trade.types ?? []).some((type) => type === site.loc_type_name)
      : parametersOf(site).includes(nameOf.get(trade.parameter) ?? '');
  /** Whether an entry is what the words of the trade ask for. */
  const passes = (entry: Entry, { trades: asked }: SearchQuestion) =>
    asked.every((trade) =>
      isSite(entry) ? isOf(trade, entry) : isSnowGroup(entry) && trade === trades.snow,
    );

  const byMain = (one: SiteEntry, other: SiteEntry) =>
    placeAmong(mainSites, one) - placeAmong(mainSites, other) || one.name.localeCompare(other.name, 'en');

  function sitesNear(from: LatLng, question: SearchQuestion, name: string): Found[] {
    return siteEntries
      .filter((entry) => passes(entry, question))
      .map((entry) => ({ entry, miles: milesBetween(from, placeOfSite(entry.site)), from: name }))
      .sort((one, other) => one.miles - other.miles || byMain(one.entry, other.entry));
  }

  /** How low or high the latest value stands: a reservoir by what it holds, others among past years. */
  function standingOf({ site }: SiteEntry, question: SearchQuestion): number | null {
    const condition = conditionOf(site.loc_ndx);
    if (!condition || condition.is_late) return null;
    const { record, parameter_ndx, full, percentile } = condition;
    if (question.trades.some(({ parameter = parameter_ndx }) => parameter !== parameter_ndx)) return null;
    if (question.trades.includes(trades.storage)) return full;
    return record === null ? percentile : record === 'lowest' ? 0 : 100;
  }

  function inOrder(question: SearchQuestion, all: readonly SiteEntry[]): Found[] {
    const ranked = all.flatMap((entry) => {
      const at = standingOf(entry, question);
      return at === null ? [] : [{ entry, at }];
    });
    const sign = question.order === 'lowest' ? 1 : -1;
    return ranked.sort(
      (one, other) => sign * (one.at - other.at) || one.entry.name.localeCompare(other.entry.name, 'en'),
    );
  }

  return (text, { audiences, pin, limit = maxResults }) => {
    const find = (typed: string): SearchHit<Entry>[] =>
      engine(typed).filter(
        ({ entry: { visibleTo = 'everyone' } }) => visibleTo === 'everyone' || audiences.includes(visibleTo),
      );
    const coordinates = parseCoordinates(text);
    if (coordinates.kind === 'out-of-range') return { results: [], message: coordinates.message };
    if (coordinates.kind === 'places') return { results: coordinates.places.map(toPlaceResult) };

    const question = parseSearchQuestion(text, (runningYear ?? 0) - 1);
    const literal = find(text);
    const found =
      yearsOf(question) ?? answerOf(question, question.years.length > 0 ? literal : find(question.whole));
    return { results: limited(found).map((each) => toResult(each)) };

    /** The place that a text names: of a town, a water or a site; of coordinates, that place. */
    function placeNamed(name: string): (LatLng & { name: string }) | undefined {
      const near = parseCoordinates(/(?:near\w*|closest|around)\s+(?:to\s+)?(.*)$/i.exec(text)?.[1] ?? '');
      const [place] = near.kind === 'places' ? near.places : [];
      if (place) return { ...place, name: formatLatLng(place) };
      if (name === '') return pin && { ...pin, name: 'the pin' };
      const [entry] = find(name).flatMap((hit) => (placeOf(hit.entry) ? [hit.entry] : []));
      const at = entry && placeOf(entry);
      return entry && at && { ...at, name: entry.name };
    }

    function answerOf(asked: SearchQuestion, hits: readonly SearchHit<Entry>[]): readonly Found[] {
      const others = hits.map(({ entry }): Found => ({ entry }));
      if (asked.isNear) {
        const place = placeNamed(asked.text);
        if (place) return sitesNear(place, asked, place.name);
      }
      if (asked.order) {
        const all =
          asked.text === ''
            ? siteEntries
            : find(asked.text)
                .map(({ entry }) => entry)
                .filter(isSite);
        const ranked = inOrder(
          asked,
          all.filter((entry) => passes(entry, asked)),
        );
        if (ranked.length > 0) return unique([...ranked, ...others]);
      }
      if (asked.trades.length === 0) {
        const isComplete = asked.text === asked.whole || hits.some((hit) => hit.isNamed);
        return isComplete ? others : unique([...find(asked.text).map(({ entry }) => ({ entry })), ...others]);
      }
      const isNamed = ({ entry, isNamed: hasAll }: SearchHit<Entry>) =>
        hasAll && isNoText(entry) && hasTradeTerm(entry, text);
      const named = hits.filter(isNamed).map(({ entry }): Found => ({ entry }));
      if (asked.text === '') {
        const all = siteEntries.filter((entry) => passes(entry, asked)).sort(byMain);
        const called = named.filter(({ entry }) => isCalled(entry, asked.whole));
        return unique([...called, ...all.map((entry) => ({ entry })), ...others]);
      }
      const ofText = find(asked.text);
      const passing = ofText.filter(({ entry }) => passes(entry, asked));
      const [first] = ofText;
      const isPlace = first !== undefined && !isSite(first.entry) && placeOf(first.entry) !== undefined;
      const place = isPlace || passing.length === 0 ? placeNamed(asked.text) : undefined;
      return unique([
        ...named,
        ...passing.filter((hit) => hit.isNamed).map(({ entry }) => ({ entry })),
        ...(place ? sitesNear(place, asked, place.name) : []),
        ...passing.map(({ entry }) => ({ entry })),
        ...others,
      ]);
    }

    /** Years of a site or of a group of snow stations, drawn, before what else the text finds. */
    function yearsOf(asked: SearchQuestion): readonly Found[] | undefined {
      const years =
        asked.isComparison && runningYear !== undefined
          ? [...new Set([...asked.years, runningYear])]
          : asked.years;
      if (years.length === 0) return undefined;
      // What seems to be a year may be in the name of a site.
      const isName = literal.some(
        ({ entry }) =>
          isSite(entry) && splitTerms(entry.name).some((term) => years.map(String).includes(term)),
      );
      const rest = { ...asked, years: [] };
      const ofRest = answerOf(rest, find(asked.whole));
      const drawn = ofRest
        .filter(({ entry }) => passes(entry, asked))
        .flatMap(({ entry, ...distance }): Found[] => {
          const year = toYearEntry(entry, years, asked);
          return year ? [{ entry: year, ...distance }] : [];
        })
        .slice(0, maxYearResults);
      if (drawn.length === 0) return undefined;
      return isName
        ? unique([...literal.map(({ entry }) => ({ entry })), ...drawn])
        : unique([...drawn, ...ofRest]);
    }

    function limited(all: readonly Found[]): readonly Found[] {
      const decisions = all.filter(({ entry }) => entry.isDecision).slice(0, maxDecisions);
      const others = all.filter(({ entry }) => !entry.isDecision).slice(0, limit - decisions.length);
      return [...others, ...decisions];
    }
  };

  /** Leads to water years of a site or a group, drawn. Undefined if its records ended before, or if it has none. */
  function toYearEntry(entry: Entry, years: readonly number[], asked: SearchQuestion): Entry | undefined {
    const label = describeYears(years, runningYear);
    if (isSnowGroup(entry)) {
      return {
        kind: snowGroupKind,
        name: `${entry.name}, ${label}`,
        href: `${entry.href}&years=${years.filter((year) => year !== runningYear).join(',')}`,
        detail: 'SNOTEL SWE Data, drawn',
      };
    }
    if (!isSite(entry)) return undefined;
    const { site, name, detail } = entry;
    const wanted = asked.trades.flatMap(({ parameter }) => parameter ?? []);
    const parameter = parameters.find(
      (each) => parametersOf(site).includes(each.name) && (wanted.length === 0 || wanted.includes(each.ndx)),
    )?.ndx;
    const firstDay = `${Math.min(...years) - 1}-10-01`;
    if (parameter === undefined || site.por_end === null || site.por_end < firstDay) return undefined;
    return {
      kind: 'Water Year Comparisons',
      name: `${name}, ${label}`,
      href: waterYearPathOfSite(site.loc_ndx, parameter, years),
      ...(detail !== undefined && { detail }),
    };
  }

  function toResult({ entry, miles, from }: Found): SearchResult {
    const { href, name, kind, context = '', detail = context, at, huc8 } = entry;
    const distance = miles === undefined ? '' : `${describeMiles(miles)} from ${from} · `;
    const answer = isSite(entry) ? latestOf(entry) : undefined;
    return {
      href,
      name,
      kind,
      detail: `${distance}${detail}`,
      ...(answer && { answer }),
      ...(isSite(entry) && { site: entry.site.loc_ndx }),
      ...(at && { place: { ...at, name } }),
      ...(huc8 !== undefined && { huc8 }),
    };
  }

  function latestOf({ site }: SiteEntry): SearchValue | undefined {
    const condition = conditionOf(site.loc_ndx);
    if (!condition || condition.value === '') return undefined;
    const { value, standing, percentile, record, year_before, is_late, rdate } = condition;
    const marks = {
      percentile: percentile ?? undefined,
      record: record ?? undefined,
      yearBefore: year_before ?? undefined,
      isLate: is_late,
    };
    const age = rdate === null || today === '' ? undefined : dayNumber(today) - dayNumber(rdate);
    return {
      value,
      bar: percentile === null ? undefined : percentileBar(marks, 'tight', { label: standing }),
      age: age === undefined ? undefined : describeAge(Math.max(0, age)),
      isLate: is_late,
    };
  }
}

const isSite = (entry: Entry): entry is SiteEntry => 'site' in entry;
const isSnowGroup = ({ kind }: Entry): boolean => kind === snowGroupKind;
const isNoText = ({ kind }: Entry): boolean => kind !== 'Documentation';

/** Whether a screen is called so: `snow`, `reach gains`. */
function isCalled(entry: Entry, text: string): boolean {
  if (isSite(entry) || entry.at) return false;
  const names = [entry.name, ...(entry.ids ?? [])].map((name) => splitTerms(name).join(' '));
  return names.some((name) => name === text || name.startsWith(`${text} `));
}

/** Whether the name has the very words of the trade that are typed, and not similar ones. */
function hasTradeTerm({ name, ids = [] }: Entry, text: string): boolean {
  const terms = splitTerms(`${name} ${ids.join(' ')}`);
  const asked = splitTerms(text).filter((term) => tradeTerms.has(term));
  return asked.every((word) => terms.some((term) => term.startsWith(word) || `${term}s` === word));
}
const tradeTerms = new Set(Object.values<Trade>(trades).flatMap(({ terms }) => terms));

function placeAmong(mainSites: readonly string[], { site }: SiteEntry): number {
  const at = mainSites.indexOf(site.loc_id);
  return at < 0 ? mainSites.length : at;
}

function placeOfSite({ latitude_dd: lat, longitude_dd: lng }: SearchedSite): LatLng {
  return { lat, lng };
}

const placeOf = (entry: Entry): LatLng | undefined => (isSite(entry) ? placeOfSite(entry.site) : entry.at);

function parametersOf({ parameter_name }: SearchedSite): readonly string[] {
  return parameter_name?.split(', ') ?? [];
}

function unique(all: readonly Found[]): readonly Found[] {
  const seen = new Set<string>();
  return all.filter(({ entry: { href } }) => !seen.has(href) && seen.add(href));
}

/** `0.4 miles`, `12 miles` */
function describeMiles(miles: number): string {
  const text = miles < 10 ? miles.toFixed(1).replace(/\.0$/, '') : String(Math.round(miles));
  return `${text} ${text === '1' ? 'mile' : 'miles'}`;
}

/** `water year 1992`; `water years 1977 and 1992`; with the running one `this water year and 2026`. */
function describeYears(years: readonly number[], running: number | undefined): string {
  const past = years.filter((year) => year !== running);
  const names = (past.length > 0 ? past : years).join(past.length > 2 ? ', ' : ' and ');
  if (past.length > 0 && past.length < years.length) return `this water year and ${names}`;
  return `water year${past.length > 1 ? 's' : ''} ${names}`;
}

function toSiteEntry(site: SearchedSite, place: number): SiteEntry {
  const { loc_ndx, loc_id, loc_type_name, parameter_name } = site;
  const { name, context, ids = [] } = toSearchRecord(site);
  return {
    kind: loc_type_name,
    name,
    href: pathOfSite(loc_ndx),
    detail: [loc_id, parameter_name].filter(Boolean).join(' · '),
    ids,
    ...(context !== undefined && { context }),
    weight: place < 0 ? 0 : place === 0 ? mainWeights.first : mainWeights.other,
    site,
  };
}

function toPlaceResult(place: LatLng, at: number): SearchResult {
  return {
    kind: 'Coordinates',
    name: formatLatLng(place),
    detail: at === 0 ? 'Go to this place on the map' : 'Latitude and longitude swapped',
    href: mapPathOfPlace({ ...place, zoom: coordinatesZoom }),
    place: { ...place, zoom: coordinatesZoom, name: '' },
  };
}
