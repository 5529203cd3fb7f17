import { Download } from 'lucide-react';
import { useState } from 'react';
import { toRequestFailed } from '#client/request.ts';
import type { DocumentEdition } from '#contract/documents.ts';
import { Dialog } from '#kits/ui/Dialog.tsx';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import { dateFormats, formatInstant, formatWallTime } from '#lib/calendar-text.ts';
import { showToast } from '#stores/toasts.ts';
import { fileUrl } from '../columns.ts';
import { formatFileSize } from '../format.ts';
import rows from '../RowList.module.css';
import styles from './Document.module.css';
import type { DocumentScreenState } from './document-screen.ts';

type Props = {
  screen: DocumentScreenState;
  editions: readonly DocumentEdition[];
  isAdmin: boolean;
};

/** The files that a document had before, newest first. Administrators can withdraw one. */
export function OlderEditions({ screen, editions, isAdmin }: Props) {
  const [asked, setAsked] = useState<DocumentEdition>();

  async function withdraw({ file }: DocumentEdition): Promise<void> {
    setAsked(undefined);
    try {
      await screen.withdraw(file.id);
      showToast(`${file.name} was withdrawn. Visitors can no longer download it.`, 'success');
    } catch (cause) {
      showToast(`${file.name} could not be withdrawn. ${toRequestFailed(cause).message}`, 'error');
    }
  }

  return (
    <section className={styles.editions} aria-labelledby="editions-title">
      <h2 id="editions-title">Older editions</h2>
      <ol className={rows.list}>
        {editions.map((edition) => (
          <li key={edition.file.id} className={rows.row}>
            <span className={styles.editionFile}>
              <a href={fileUrl(edition.file.id)} download={edition.file.name}>
                <Download size={16} aria-hidden="true" /> {edition.file.name}
              </a>{' '}
              ({formatFileSize(edition.file.size)})
            </span>
            <span className={styles.note}>{describeDates(edition)}</span>
            {isAdmin && (
              <Button onClick={() => setAsked(edition)}>
                Withdraw<VisuallyHidden> {edition.file.name}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {asked && (
        <Dialog
          open
          title={`Withdraw ${asked.file.name}?`}
          onDismiss={() => setAsked(undefined)}
          actions={
            <>
              <Button onClick={() => setAsked(undefined)}>Cancel</Button>
              <Button variant="primary" onClick={() => void withdraw(asked)}>
                Withdraw
              </Button>
            </>
          }
        >
          <p>It leaves the list of older editions, and its link stops working. The current file stays.</p>
        </Dialog>
      )}
    </section>
  );
}

/** `Dated 05/01/2026, published 05/04/2026`. */
function describeDates({ document_date, published_at }: DocumentEdition): string {
  const published = `ublished ${formatInstant(published_at, dateFormats.shortDate)}`;
  return document_date === null
    ? `P${published}`
    : `Dated ${formatWallTime(document_date, dateFormats.shortDate)}, p${published}`;
}
