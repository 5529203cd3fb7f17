import {
  type DayNumber,
  dayNumber,
  dayOf,
  dayParts,
  formatDay,
  yesterdayInDenver,
} from '#domain/calendar.ts';
import { fetchText } from '../fetch-text.ts';
import { readUsbrCsv } from '../normalise/usbr-csv.ts';
import {
  type Source,
  SourceRefused,
  type SourceRequest,
  type SourceSeries,
  type SourceTools,
} from '../source.ts';
import { usbrColumns, usbrTarget } from './usbr-columns.ts';

const defaultAddress = 'https://www.usbr.gov/pn-bin/daily.pl';
const recordsBegin = '1980-10-01';
/** The service is slow: few series and a span of years per request. */
const seriesPerRequest = 10;
const yearsPerRequest = 20;

/** Reclamation's HydroMet and AgriMet daily values of the Columbia-Pacific Northwest region. */
export const usbr: Source = {
  title: 'USBR HydroMet',
  readFile,
  fetch: fetchSeries,
};

function* readFile(text: string, { since, sites }: SourceRequest): Generator<SourceSeries> {
  const wanted = sites && new Set(chooseColumns(sites));
  for (const series of readUsbrCsv(text, usbrTarget, since === undefined ? undefined : dayNumber(since))) {
    if (!wanted || series.kind === 'unknown' || wanted.has(series.name)) yield series;
  }
}

async function* fetchSeries(request: SourceRequest, tools: SourceTools): AsyncGenerator<SourceSeries> {
  const columns = request.sites ? chooseColumns(request.sites) : usbrColumns();
  for (const name of columns) if (!usbrTarget(name)) yield { kind: 'unknown', name };
  const kept = columns.filter((name) => usbrTarget(name));
  const first = dayNumber(request.since ?? recordsBegin);
  const last = dayNumber(yesterdayInDenver(tools.now()));
  for (let i = 0; i < kept.length; i += seriesPerRequest) {
    const batch = kept.slice(i, i + seriesPerRequest);
    tools.onProgress(
      `Fetching ${batch.join(', ')} (${Math.min(i + seriesPerRequest, kept.length)} of ${kept.length} series)`,
    );
    try {
      yield* await fetchBatch(batch, first, last, tools);
    } catch (error) {
      if (!(error instanceof SourceRefused)) throw error;
      for (const name of batch) yield { kind: 'refused', name, message: error.message };
    }
  }
}

/** `heii` stands for every column of that site, `heii_qd` for one. */
function chooseColumns(sites: readonly string[]): string[] {
  const every = usbrColumns();
  return sites.flatMap((site) => {
    const name = site.trim().toLowerCase();
    if (name.includes('_')) return [name];
    const found = every.filter((column) => column.startsWith(`${name}_`));
    return found.length > 0 ? found : [name];
  });
}

async function fetchBatch(
  names: readonly string[],
  first: DayNumber,
  last: DayNumber,
  tools: SourceTools,
): Promise<SourceSeries[]> {
  const whole = new Map<string, SourceSeries>();
  for (let start = first; start <= last; ) {
    const next = Math.min(dayOf(dayParts(start).year + yearsPerRequest, 1, 1), last + 1);
    const text = await fetchText(address(names, start, next - 1, tools), tools);
    for (const series of readUsbrCsv(text, usbrTarget, first)) {
      const before = whole.get(series.name);
      whole.set(series.name, before ? joined(before, series) : series);
    }
    start = next;
  }
  return names.map(
    (name) => whole.get(name) ?? { kind: 'refused', name, message: 'The service sent no such column.' },
  );
}

function joined(a: SourceSeries, b: SourceSeries): SourceSeries {
  if (a.kind !== 'read') return a;
  if (b.kind !== 'read') return b;
  return {
    ...a,
    readings: [...a.readings, ...b.readings],
    rejections: [...a.rejections, ...b.rejections],
    missing: a.missing + b.missing,
  };
}

function address(
  names: readonly string[],
  start: DayNumber,
  end: DayNumber,
  { environment }: SourceTools,
): string {
  const url = new URL(environment.USBR_URL || defaultAddress);
  url.searchParams.set('list', names.map((name) => name.replace('_', ' ')).join(', '));
  url.searchParams.set('start', formatDay(start));
  url.searchParams.set('end', formatDay(end));
  url.searchParams.set('format', 'csv');
  url.searchParams.set('flags', 'true');
  return url.href;
}
