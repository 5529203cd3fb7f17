import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { toRequestFailed } from '#contract/request.ts';
import { Button, LoadState, Row, Stack, useScreen, VisuallyHidden } from '#kits/ui/index.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { dateFormats, formatInstant, formatWallTime } from '#lib/calendar-text.ts';
import { showToast } from '#lib/page/toasts.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import type { DocumentSectionProps } from '../../files/index.ts';
import { fileUrl, formatFileSize, recordRow } from '../../records/index.ts';
import { type DocumentEdition, listDocumentEditions, withdrawDocumentEdition } from '../contract.ts';
import styles from './Editions.module.css';

function createEditions(id: string) {
  const editions = createQuery<readonly DocumentEdition[]>({
    fetch: (signal) => request(listDocumentEditions, { params: { id } }, { signal }),
  });
  return {
    editions,
    start: createScreen({ queries: [editions] }).start,
    /** @throws RequestFailed */
    async withdraw(file: string): Promise<void> {
      await request(withdrawDocumentEdition, { params: { id, file } });
      await editions.retry();
    },
  };
}

/** The files that a document had before, newest first. Administrators can withdraw one. */
export function OlderEditions({ id, isAdmin }: DocumentSectionProps) {
  const screen = useScreen(() => createEditions(id));
  const state = useStore(screen.editions.$state);
  const [ask, dialog] = useQuestion();
  if (state.status === 'failed') {
    return <LoadState state={state} noun="the older editions" lines={1} retry={screen.editions.retry} />;
  }
  const editions = 'data' in state ? state.data : [];
  if (editions.length === 0) return null;

  async function withdraw({ file }: DocumentEdition): Promise<void> {
    try {
      await screen.withdraw(file.id);
      showToast(`${file.name} was withdrawn. Visitors can no longer download it.`, 'success');
    } catch (cause) {
      showToast(`${file.name} could not be withdrawn. ${toRequestFailed(cause).message}`, 'error');
    }
  }

  const askToWithdraw = (edition: DocumentEdition) =>
    ask({
      title: `Withdraw ${edition.file.name}?`,
      text: 'It leaves the list of older editions, and its link stops working. The current file stays.',
      action: 'Withdraw',
      onConfirm: () => void withdraw(edition),
    });

  return (
    <Stack as="section" gap={2} className={styles.editions} aria-labelledby="editions-title">
      <h2 id="editions-title">Older editions</h2>
      <ol className="frame ruled-list">
        {editions.map((edition) => (
          <Row as="li" key={edition.file.id} className={`${recordRow} pad-2-3`}>
            <span className="broad">
              <a href={fileUrl(edition.file.id)} download={edition.file.name}>
                <Download size={16} aria-hidden="true" /> {edition.file.name}
              </a>{' '}
              ({formatFileSize(edition.file.size)})
            </span>
            <span className="muted text-sm">{describeDates(edition)}</span>
            {isAdmin && (
              <Button className="push" onClick={() => askToWithdraw(edition)}>
                Withdraw<VisuallyHidden> {edition.file.name}</VisuallyHidden>
              </Button>
            )}
          </Row>
        ))}
      </ol>
      {dialog}
    </Stack>
  );
}

/** `Dated 05/01/2026, published 05/04/2026`. */
function describeDates({ document_date, published_at }: DocumentEdition): string {
  const published = `ublished ${formatInstant(published_at, dateFormats.date)}`;
  return document_date === null
    ? `P${published}`
    : `Dated ${formatWallTime(document_date, dateFormats.date)}, p${published}`;
}
