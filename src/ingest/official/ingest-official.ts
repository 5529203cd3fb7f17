import { throwIfStopped } from '#domain/import-stopped.ts';
import type { Store } from '#server/db/store.ts';
import { writeLookupTables } from '../basin/write-lookup-tables.ts';
import type { Import } from '../import-series.ts';
import { addSeriesReport, type IngestReport } from '../report.ts';
import { writeForecasts, writeStatistics } from './write-official.ts';

/** Imports official statistics and forecasts, one transaction per site, and adds their counts to `report`. */
export async function ingestOfficial(
  store: Store,
  { request, basin, tools, reader, signal }: Import,
  report: IngestReport,
): Promise<void> {
  const places = await store.transaction((transaction) => writeLookupTables(transaction, basin));
  const context = { places, fetchedAt: tools.now().toISOString() };
  for await (const each of reader.official(basin, request, tools)) {
    throwIfStopped(signal);
    switch (each.kind) {
      case 'unknown':
        report.unknown_columns.push(each.name);
        break;
      case 'refused':
        report.failures.push({ name: each.name, message: each.message });
        break;
      case 'statistics': {
        const series = await store.transaction((transaction) => writeStatistics(transaction, context, each));
        for (const one of series) addSeriesReport(report, one);
        const count = series.reduce((sum, { written }) => sum + written, 0);
        tools.onProgress(`${each.name}: ${count} official statistics written`);
        break;
      }
      case 'forecasts': {
        const one = await store.transaction((transaction) => writeForecasts(transaction, context, each));
        addSeriesReport(report, one);
        tools.onProgress(`${each.name}: ${one.written} official forecasts written`);
      }
    }
  }
}
