import { Download } from 'lucide-react';
import { describeOrigin, type Origin } from '#domain/demonstration.ts';
import { download } from '#kits/ui/download.ts';
import { Button, Row, Stack, toFileName } from '#kits/ui/index.ts';
import { LinkToData } from '#kits/ui/LinkToData.tsx';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { type CsvTable, toCsvFile, toLines } from '#lib/csv.ts';
import { needsToken } from '#stores/data-access.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './Season.module.css';

/** What can be downloaded of an answer, and what all its files say of themselves. */
export type SeasonDownload = {
  readonly title: string;
  /** Sentences about the numbers, such as their units. */
  readonly notes: readonly string[];
  readonly source: string;
  readonly origin: Origin;
  readonly files: readonly SeasonFile[];
};

type SeasonFile = {
  /** What is in the file: `Predictors`. */
  readonly what: string;
  /** Where a script fetches the same, with a token. */
  readonly address: string;
  /** As CSV, unrounded. */
  readonly table?: CsvTable;
  /** As JSON: the whole answer. */
  readonly model?: object;
};

/** When a file was made, and of which page. */
type DownloadFacts = { readonly address: string; readonly exportedAt: string };

/** Writes a file with its notes. */
export function writeSeasonFile(
  { title, notes, source, origin }: SeasonDownload,
  { what, table, model }: SeasonFile,
  { address, exportedAt }: DownloadFacts,
): string {
  const lines = [
    `${what}: ${title}`,
    ...notes,
    `Source: ${source}`,
    ...[describeOrigin(origin) ?? []].flat(),
    `Address: ${address}`,
    exportedAt,
  ];
  if (table) return toCsvFile(lines, toLines(table));
  return `${JSON.stringify({ notes: lines, ...model }, undefined, 2)}\n`;
}

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** Files to download, each with a link to the same data. */
export function SeasonDownloads({ of }: { of: SeasonDownload }) {
  const save = (file: SeasonFile, kind: 'csv' | 'json') => {
    const now = new Date();
    const text = writeSeasonFile(of, file, { address: location.href, exportedAt: formatExportedAt(now) });
    download(new Blob([text], { type: types[kind] }), toFileName(`${file.what}, ${of.title}`, now, kind));
  };
  return (
    <Stack as="section" gap={3} data-roomy className="card" aria-label="Downloads">
      <h2>Downloads</h2>
      <ul className={styles.downloads}>
        {of.files.map((file) => {
          const kind = file.table ? 'csv' : 'json';
          return (
            <Row as="li" gap={2} key={file.what}>
              <span className={styles.name}>{file.what}</span>
              <Button
                aria-label={`Download ${kind.toUpperCase()} of ${file.what}`}
                onClick={() => save(file, kind)}
              >
                <Download size={16} aria-hidden="true" /> {kind.toUpperCase()}
              </Button>
              <LinkToData of={file.what} address={file.address} access={needsToken} notify={showToast} />
            </Row>
          );
        })}
      </ul>
    </Stack>
  );
}
