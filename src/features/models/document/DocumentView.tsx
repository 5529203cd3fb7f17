import { useStore } from '@nanostores/react';
import { Download, Pencil } from 'lucide-react';
import { publicDocuments } from '#config/models/public-documents.ts';
import { isInput } from '#contract/fields.ts';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { buttonClass } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $session } from '#session/session.ts';
import { showToast } from '#stores/toasts.ts';
import { formatFieldValue, formatFileSize } from '../format.ts';
import styles from './Document.module.css';
import {
  currentFilePath,
  type DocumentPage,
  type DocumentScreenState,
  documentsPath,
} from './document-screen.ts';
import { OlderEditions } from './OlderEditions.tsx';
import { PdfPreview } from './PdfPreview.tsx';

type Props = { screen: DocumentScreenState; page: DocumentPage; title: string };

const factNames = ['document_type', 'document_date', 'tags'];

export function DocumentView({ screen, page: { record, file, editions }, title }: Props) {
  const session = useStore($session);
  const isAdmin = 'user' in session && session.user?.isAdmin === true;
  const facts = publicDocuments.fields
    .filter(isInput)
    .filter(({ name }) => factNames.includes(name))
    .map((field) => ({ label: field.label, value: formatFieldValue(field, record[field.name], {}) }))
    .filter(({ value }) => value !== '');
  const summary = typeof record.summary === 'string' ? record.summary : '';
  const contact = typeof record.contact === 'string' ? record.contact : '';
  const path = currentFilePath(screen.id);
  return (
    <div className={styles.document}>
      <Page
        title={title}
        breadcrumbs={<a href={documentsPath}>Public Files</a>}
        actions={
          isAdmin && (
            <a className={buttonClass()} href={`/models/${publicDocuments.name}/${screen.id}`}>
              <Pencil size={16} aria-hidden="true" /> Manage this document
            </a>
          )
        }
      >
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {contact && (
            <div>
              <dt>Contact</dt>
              <dd>
                <a href={`mailto:${encodeURIComponent(contact).replace('%40', '@')}`}>{contact}</a>
              </dd>
            </div>
          )}
        </dl>
        {summary && <p className={styles.summary}>{summary}</p>}
        <div className={styles.actions}>
          {file && (
            <a className={`${buttonClass('primary')} ${styles.download}`} href={path} download={file.name}>
              <Download size={16} aria-hidden="true" />
              <span>
                Download {file.name} ({formatFileSize(file.size)})
              </span>
            </a>
          )}
          <CopyButton
            text={() => new URL(`${documentsPath}/${screen.id}`, location.href).href}
            label="Copy the link to this page"
            notify={showToast}
          />
          {file && (
            <CopyButton
              text={() => new URL(path, location.href).href}
              label="Copy the link to the current file"
              notify={showToast}
            />
          )}
        </div>
        {file && (
          <p className={styles.note}>
            The link to the current file stays the same when the file is replaced.
          </p>
        )}
        {file?.type === 'application/pdf' && <PdfPreview path={path} title={title} version={file.id} />}
        {editions.length > 0 && <OlderEditions screen={screen} editions={editions} isAdmin={isAdmin} />}
      </Page>
    </div>
  );
}
