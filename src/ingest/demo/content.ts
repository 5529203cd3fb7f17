import { type SQL, sql } from 'drizzle-orm/sql';
import { jsPDF } from 'jspdf';
import * as z from 'zod/mini';
import { type RecordContent, type RecordStatus, recordStatus } from '#domain/records/versions.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { addDays, formatShortDate } from '#lib/calendar.ts';
import { csvLineEnd, toCsvCell } from '#lib/csv.ts';
import {
  type DemoState,
  demonstrationAuthor,
  holdDemoState,
  readDemoState,
  writeDemoState,
} from '#server/db/demonstration.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';

export type DemoFile = { readonly name: string; readonly bytes: Buffer };

type ContentOptions = {
  /** The last day of the demo data, `YYYY-MM-DD`. */
  through: string;
  /** Stores a file and returns the value for a record’s file field. */
  putFile: (file: DemoFile) => Promise<unknown>;
};

/**
 * Writes content records for the demo data: datasets with files of the data, documents, a draft of an announcement. Does nothing if
 * the database has no demo data or already has these records.
 */
export async function seedDemoContent(store: Store, { through, putFile }: ContentOptions): Promise<void> {
  const isWanted = ({ has_data, has_content }: DemoState) => has_data && !has_content;
  if (!isWanted(await readDemoState(store))) return;
  const datasets = await Promise.all(
    (await datasetFiles(store)).map(async ({ file, ...content }) => ({
      ...content,
      file: await putFile(file),
    })),
  );
  const documents = await Promise.all(
    documentsOf(through).map(async ({ file, ...content }) => ({ ...content, file: await putFile(file) })),
  );
  await store.transaction(async (transaction) => {
    const state = await holdDemoState(transaction);
    if (!isWanted(state)) return;
    for (const content of datasets) await insert(transaction, 'dataset', recordStatus.published, content);
    for (const content of documents)
      await insert(transaction, 'public_document', recordStatus.published, content);
    await insert(transaction, 'announcement', recordStatus.draft, draftAnnouncement);
    await writeDemoState(transaction, { ...state, has_content: true });
  });
}

async function insert(
  transaction: StoreTransaction,
  table: string,
  status: RecordStatus,
  content: RecordContent,
): Promise<void> {
  await transaction.query(
    sql`insert into ${sql.identifier(table)}
       (id, status_id, content, created_at, created_by, updated_at, updated_by)
     values (gen_random_uuid(), ${status}, ${JSON.stringify(content)}::text::jsonb,
       clock_timestamp(), ${demonstrationAuthor}, clock_timestamp(), ${demonstrationAuthor})`,
  );
}

const draftAnnouncement = {
  title: 'Storage allocation meeting',
  message: 'A draft: only administrators see it until it is published.',
  severity: 'warning',
  // Without a period.
  starts_at: null,
  ends_at: null,
};

/** The fields of a dataset that only some of them have. */
const blankDataset = {
  data_providers: null,
  parameters: null,
  period_start: null,
  period_end: null,
  source_url: null,
  contact: null,
};

async function datasetFiles(store: Store): Promise<readonly (RecordContent & { file: DemoFile })[]> {
  const sites = await queryToCsv(
    store,
    sql`select l.loc_id, l.loc_name, t.loc_type_name, d.data_provider_name, h.huc8_name, l.latitude_dd, l.longitude_dd
     from location l join location_type t using (loc_type_ndx) join data_provider d using (data_provider_ndx)
     left join huc8 h using (huc8_ndx) order by l.loc_name collate "C", l.loc_id`,
  );
  const heise = await monthlyMeans(store, '13037500', parameterNdx.streamflow);
  const jackson = await monthlyMeans(store, 'JCK', parameterNdx.storage);
  const peaks = await queryToCsv(
    store,
    sql`select l.loc_id, l.loc_name, extract(year from v.rdate + interval '3 months')::int as water_year,
       round(max(v.result_value_daily)::numeric, 1)::text as peak_swe_in
     from daily_value v join location l using (loc_ndx) where v.parameter_ndx = ${parameterNdx.swe} and v.flag is null
     group by 1, 2, 3 order by 1, 3`,
  );
  return [
    {
      ...blankDataset,
      title: 'Monitoring Sites',
      description:
        'Every monitoring site of the portal with its agency id, type, provider, HUC8 and coordinates.',
      category: 'Maps and boundaries',
      contact: 'data@example.org',
      file: { name: 'monitoring-sites.csv', bytes: sites },
    },
    {
      ...blankDataset,
      title: 'Snake River near Heise: Monthly Mean Discharge',
      description:
        'Means of the daily discharge by calendar month, in cubic feet per second. Demonstration data.',
      category: 'Surface water',
      data_providers: 'USGS',
      parameters: 'Streamflow',
      period_start: '1980-10-01',
      source_url: 'https://waterdata.usgs.gov/monitoring-location/13037500/',
      contact: 'data@example.org',
      file: { name: 'heise-monthly-discharge.csv', bytes: heise },
    },
    {
      ...blankDataset,
      title: 'Jackson Lake: Monthly Mean Storage',
      description:
        'Means of the daily reservoir storage by calendar month, in acre-feet. Demonstration data.',
      category: 'Surface water',
      data_providers: 'USBR HydroMet',
      parameters: 'Reservoir Storage',
      period_start: '1980-10-01',
      file: { name: 'jackson-lake-monthly-storage.csv', bytes: jackson },
    },
    {
      ...blankDataset,
      title: 'Peak Snow Water Equivalent by Site and Water Year',
      description:
        'The largest daily SWE of every SNOTEL site and water year, in inches. Demonstration data.',
      category: 'Snow and climate',
      data_providers: 'NRCS Snotel',
      parameters: 'Snow Water Equivalent',
      period_start: '1980-10-01',
      file: { name: 'peak-swe.csv', bytes: peaks },
    },
  ];
}

function monthlyMeans(store: Store, locId: string, parameter: number): Promise<Buffer> {
  return queryToCsv(
    store,
    sql`select to_char(rdate, 'YYYY-MM') as month, round(avg(result_value_daily)::numeric, 1)::text as mean,
       count(*)::int as days
     from daily_value v join location l using (loc_ndx)
     where l.loc_id = ${locId} and v.parameter_ndx = ${parameter} and v.flag is null group by 1 order by 1`,
  );
}

const CsvRow = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));

async function queryToCsv(store: Store, query: SQL): Promise<Buffer> {
  const rows = await store.query(query, CsvRow);
  const header = Object.keys(rows[0] ?? {});
  const lines = [header, ...rows.map((row) => header.map((name) => row[name] ?? null))];
  return Buffer.from(lines.map((line) => `${line.map(toCsvCell).join(',')}${csvLineEnd}`).join(''));
}

function documentsOf(through: string): readonly (RecordContent & { file: DemoFile })[] {
  const documents = [
    {
      title: 'Water Supply Outlook',
      document_type: 'Report',
      document_date: addDays(through, -20),
      summary: 'Snowpack, storage and expected supply of the basin, as an example of a monthly report.',
      tags: 'Snowpack; Water supply; Reservoirs',
      name: 'water-supply-outlook',
    },
    {
      title: 'Agenda of the Coalition’s Meeting',
      document_type: 'Agenda',
      document_date: addDays(through, -34),
      summary: 'Approval of the minutes, storage report, recharge season, other business.',
      tags: 'Reservoirs; Aquifer recharge',
      name: 'meeting-agenda',
    },
    {
      title: 'Minutes of the Coalition’s Meeting',
      document_type: 'Minutes',
      document_date: addDays(through, -27),
      summary: 'Reports and decisions of the meeting.',
      tags: 'Accounting',
      name: 'meeting-minutes',
    },
    {
      title: 'How Reach Gains Are Computed',
      document_type: 'Report',
      document_date: '2024-03-15',
      summary:
        'Outflow less inflow, plus diversions, less return flow and change of storage, by reach and day.',
      tags: 'Accounting; Groundwater',
      name: 'reach-gains',
    },
  ];
  return documents.map(({ name, ...content }) => ({
    ...content,
    contact: 'office@example.org',
    file: {
      name: `${name}.pdf`,
      bytes: createPdf(content.title, [
        `${content.document_type}, ${formatShortDate(content.document_date)}`,
        content.summary,
        'This document is part of the demonstration. It does not describe a real meeting or season.',
      ]),
    },
  }));
}

/** Creates a page of letter size with a title and paragraphs. */
function createPdf(title: string, paragraphs: readonly string[]): Buffer {
  const pdf = new jsPDF({ unit: 'pt', format: 'letter' });
  const width = 468;
  pdf.setProperties({ title, creator: 'Monitoring Dashboard' });
  pdf.setFontSize(18).text(pdf.splitTextToSize(plain(title), width), 72, 90);
  pdf.setFontSize(11);
  let top = 130;
  for (const paragraph of paragraphs) {
    const lines: string[] = pdf.splitTextToSize(plain(paragraph), width);
    pdf.text(lines, 72, top);
    top += lines.length * 15 + 10;
  }
  return Buffer.from(pdf.output('arraybuffer'));
}

/** Replaces curly quotes, which the standard PDF fonts lack here. */
function plain(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}
