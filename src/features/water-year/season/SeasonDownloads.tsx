import { Download } from 'lucide-react';
import { download } from '#kits/ui/download.ts';
import { Button, toFileName } from '#kits/ui/index.ts';
import { LinkToData } from '#kits/ui/LinkToData.tsx';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { needsToken } from '#stores/data-access.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './Season.module.css';

export type SeasonDownload = {
  /** What is in the file: `Predictors`. */
  readonly what: string;
  readonly kind: 'csv' | 'json';
  /** Where a script fetches the same, with a token. */
  readonly address: string;
  readonly textOf: (facts: DownloadFacts) => string;
};

/** When a file was made, and of which page. */
export type DownloadFacts = { readonly address: string; readonly exportedAt: string };

type SeasonDownloadsProps = {
  /** Names the files after what is in them. */
  title: string;
  downloads: readonly SeasonDownload[];
};

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** Files to download, each with a link to the same data. */
export function SeasonDownloads({ title, downloads }: SeasonDownloadsProps) {
  const save = ({ what, kind, textOf }: SeasonDownload) => {
    const now = new Date();
    const text = textOf({ address: location.href, exportedAt: formatExportedAt(now) });
    download(new Blob([text], { type: types[kind] }), toFileName(`${what}, ${title}`, now, kind));
  };
  return (
    <section className={styles.card} aria-label="Downloads">
      <h2>Downloads</h2>
      <ul className={styles.downloads}>
        {downloads.map((each) => (
          <li key={each.what}>
            <span className={styles.name}>{each.what}</span>
            <Button
              aria-label={`Download ${each.kind.toUpperCase()} of ${each.what}`}
              onClick={() => save(each)}
            >
              <Download size={16} aria-hidden="true" /> {each.kind.toUpperCase()}
            </Button>
            <LinkToData of={each.what} address={each.address} access={needsToken} notify={showToast} />
          </li>
        ))}
      </ul>
    </section>
  );
}
