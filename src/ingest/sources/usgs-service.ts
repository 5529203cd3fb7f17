import { formatDay } from '#domain/calendar.ts';
import type { Question } from '../agency.ts';
import { readNwisJson } from '../normalise/usgs-nwis.ts';
import { readOgcPage } from '../normalise/usgs-ogc.ts';
import type { UsgsRow } from '../normalise/usgs-rows.ts';
import { readUsgsPlaces, readUsgsRecords, type UsgsPlace, type UsgsRecord } from '../normalise/usgs-sites.ts';
import { ServiceAway, SourceRefused } from '../source.ts';

const defaultAddress = 'https://api.waterdata.usgs.gov/ogcapi/v0';
const legacyAddress = 'https://waterservices.usgs.gov/nwis';
const rowsPerPage = 50_000;
/** More pages than any batch can have; a service that leads in circles is left. */
const mostPages = 200;
/** Daily means. */
const mean = '00003';

type Collection = 'daily' | 'field-measurements' | 'monitoring-locations' | 'time-series-metadata';
type Asked = { readonly sites: readonly string[]; readonly codes: readonly string[] };

/** Daily means, or what people measured: page by page, as the service leads. */
export async function askRows(
  collection: 'daily' | 'field-measurements',
  asked: Asked,
  question: Question,
): Promise<UsgsRow[]> {
  const { first, last } = question;
  const isDaily = collection === 'daily';
  const url = address(collection, asked, question);
  if (isDaily) url.searchParams.set('statistic_id', mean);
  url.searchParams.set(
    'time',
    isDaily ? `${formatDay(first)}/${formatDay(last)}` : `${formatDay(first)}T00:00:00Z/..`,
  );
  const rows: UsgsRow[] = [];
  for await (const page of pages(url, readOgcPage, question)) {
    for (const row of page.rows) rows.push(isDaily ? row : { ...row, record: 'measured', isMeasured: true });
  }
  return rows;
}

/** Which daily records there are; undefined where the service does not tell. */
export async function askRecords(asked: Asked, question: Question): Promise<UsgsRecord[] | undefined> {
  const url = address('time-series-metadata', asked, question);
  url.searchParams.set('statistic_id', mean);
  try {
    const found: UsgsRecord[] = [];
    for await (const { records } of pages(url, readUsgsRecords, question)) found.push(...records);
    return found;
  } catch (error) {
    if (!(error instanceof SourceRefused) || error instanceof ServiceAway) throw error;
    return undefined;
  }
}

/** What the agency says of sites; nothing where the service does not tell. */
export async function askPlaces(sites: readonly string[], question: Question): Promise<UsgsPlace[]> {
  if (sites.length === 0) return [];
  const url = address('monitoring-locations', { sites, codes: [] }, question);
  try {
    return await question.ask(url.href, readUsgsPlaces);
  } catch (error) {
    if (!(error instanceof SourceRefused) || error instanceof ServiceAway) throw error;
    return [];
  }
}

/** The service that is being switched off. It says 404 where there is nothing. @throws SourceRefused */
export async function askLegacy(
  site: string,
  codes: readonly string[],
  { first, last, ask, tools: { environment } }: Question,
): Promise<UsgsRow[]> {
  const url = new URL(`${environment.USGS_LEGACY_URL || legacyAddress}/dv/`);
  url.search = new URLSearchParams({
    format: 'json',
    sites: site,
    parameterCd: codes.join(','),
    statCd: mean,
    startDT: formatDay(first),
    endDT: formatDay(last),
    siteStatus: 'all',
  }).toString();
  return ask(url.href, readNwisJson, { nothing: [] });
}

async function* pages<Page extends { readonly next: string | undefined }>(
  url: URL,
  read: (text: string) => Page,
  { ask }: Question,
): AsyncGenerator<Page> {
  let next: string | undefined = url.href;
  for (let page = 0; next !== undefined; page += 1) {
    if (page === mostPages) throw new SourceRefused(`There are more than ${mostPages} pages.`);
    const answer: Page = await ask(next, read);
    yield answer;
    next = answer.next;
  }
}

function address(collection: Collection, { sites, codes }: Asked, { tools: { environment } }: Question): URL {
  const url = new URL(`${environment.USGS_URL || defaultAddress}/collections/${collection}/items`);
  const ids = sites.map((site) => `USGS-${site}`).join(',');
  url.searchParams.set('f', 'json');
  url.searchParams.set(collection === 'monitoring-locations' ? 'id' : 'monitoring_location_id', ids);
  if (codes.length > 0) url.searchParams.set('parameter_code', codes.join(','));
  url.searchParams.set('skipGeometry', 'true');
  url.searchParams.set('limit', String(rowsPerPage));
  return url;
}
