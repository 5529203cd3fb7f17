import type { Basin } from '#contract/basin/basin.ts';
import type { ImportStopped } from '#domain/import-stopped.ts';
import type { Store } from '#server/db/store.ts';
import type { IngestReport, SeriesReport } from '../report.ts';
import type { SourceRequest, SourceTools } from '../source.ts';

/** What the process of an import is to do. */
export type ImportTask = {
  readonly engine: Store['engine'];
  readonly sourceName: string;
  /** Its id in `ingest_run`. */
  readonly run: number;
  readonly basin: Basin;
  readonly request: SourceRequest;
  readonly environment: SourceTools['environment'];
  /** Megabytes that the process may use, more or less. */
  readonly memoryMb: number;
  /** The report so far. */
  readonly report: IngestReport;
};

/** Work for the database, which the portal has open. Without a transaction, a statement is one by itself. */
export type StoreRequest =
  | {
      readonly action: 'query';
      readonly transaction: number | undefined;
      readonly text: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly action: 'begin' | 'commit' | 'rollback'; readonly transaction: number }
  | {
      readonly action: 'copy';
      readonly transaction: number;
      readonly table: string;
      readonly columns: readonly string[];
      readonly content: string | Uint8Array;
    };

/** To the process of an import. */
export type PortalMessage =
  | { readonly type: 'start'; readonly task: ImportTask }
  | { readonly type: 'rows'; readonly id: number; readonly rows: readonly unknown[] }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'stop'; readonly status: ImportStopped['status']; readonly message: string };

/** What has been done since the last message of this kind, so that the report is right however the process ends. */
export type ReportPart = {
  readonly series: readonly SeriesReport[];
  readonly failures: IngestReport['failures'];
  readonly unknown: readonly string[];
};

/** From the process of an import. */
export type ImportMessage =
  | { readonly type: 'store'; readonly id: number; readonly request: StoreRequest }
  | { readonly type: 'progress'; readonly message: string }
  | { readonly type: 'part'; readonly part: ReportPart }
  | {
      readonly type: 'end';
      readonly outcome: 'done' | 'refused' | 'stopped' | 'failed';
      readonly message: string;
      /** The number of the store request whose failure it is. */
      readonly request: number | undefined;
      readonly report: IngestReport;
    };

/** The exit code of a process that has found that it uses too much memory. */
export const outOfMemoryCode = 71;
