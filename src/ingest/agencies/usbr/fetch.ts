import { type DayNumber, dayFromParts, dayParts, formatDay } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext, mergeSeries } from '../../agency.ts';
import type { SourceTargets } from '../../basin/targets.ts';
import { SourceRefused } from '../../source.ts';
import { twinPcodes } from './codes.ts';
import { type ColumnTarget, parseUsbrCsv, parseUsbrFile } from './parse.ts';

const defaultAddress = 'https://www.usbr.gov/pn-bin/daily.pl';
/** The service is slow, so a request asks for few series and a limited span of years. */
const seriesPerRequest = 10;
const yearsPerRequest = 20;

/**
 * Reclamation's daily values of HydroMet and AgriMet in the Columbia-Pacific Northwest region. Keys are columns
 * `<site>_<pcode>`. Pcodes are qd (discharge of a stream), qj (discharge of a canal), qt (total of several), qu (unregulated discharge), af
 * (active storage), gain (reach gain), pp (precipitation) and mm (mean air temperature).
 */
const hydromet: Agency = {
  title: 'USBR HydroMet',
  source: 'usbr',
  batchSize: seriesPerRequest,
  pauseMs: 1000,
  // `heii` selects every column of the site, `heii_qd` only one.
  keysForName: (name, keys) => {
    const wanted = name.trim().toLowerCase();
    return keys.filter((key) =>
      wanted.includes('_') ? key.toLowerCase() === wanted : key.toLowerCase().startsWith(`${wanted}_`),
    );
  },
  parseFile: (file, { targets, since }) => parseUsbrFile(file, createTargetLookup(targets), since),
  open: (context) => ({ read: (keys) => fetchSeries(keys, context) }),
};

export const usbr = createSource(hydromet);

/** A column counts for its twin only where the table does not have the twin itself. */
function createTargetLookup({ all }: SourceTargets): ColumnTarget {
  const byColumn = new Map(all.map(({ key, target }) => [key.toLowerCase(), target]));
  return (column, columns) => {
    const [site = '', pcode = ''] = column.split('_');
    const twin = `${site}_${twinPcodes[pcode] ?? pcode}`;
    return byColumn.get(column) ?? (columns.includes(twin) ? undefined : byColumn.get(twin));
  };
}

async function fetchSeries(keys: readonly string[], context: FetchContext) {
  const { targets, first, last, fetchWithRetry } = context;
  const columns = keys.map((key) => key.toLowerCase());
  const targetOf = createTargetLookup(targets);
  const chunks = [];
  for (let start = first; start <= last; ) {
    const next = Math.min(dayFromParts(dayParts(start).year + yearsPerRequest, 1, 1), last + 1);
    const url = buildUrl(columns, start, next - 1, context);
    chunks.push(
      ...(await fetchWithRetry(url, (text) => requireColumns(parseUsbrCsv(text, targetOf, first), columns))),
    );
    start = next;
  }
  return mergeSeries(chunks);
}

/** @throws SourceRefused if the response lacks a column */
function requireColumns(series: ReturnType<typeof parseUsbrCsv>, columns: readonly string[]) {
  const missingColumns = columns.filter((column) => !series.some(({ name }) => name === column));
  if (missingColumns.length > 0)
    throw new SourceRefused(`The response lacks these columns: ${missingColumns.join(', ')}.`);
  return series;
}

function buildUrl(
  columns: readonly string[],
  start: DayNumber,
  end: DayNumber,
  { tools: { environment } }: FetchContext,
): string {
  const url = new URL(environment.USBR_URL || defaultAddress);
  url.search = new URLSearchParams({
    list: columns.map((column) => column.replace('_', ' ')).join(', '),
    start: formatDay(start),
    end: formatDay(end),
    format: 'csv',
    flags: 'true',
  }).toString();
  return url.href;
}
