import { useStore } from '@nanostores/react';
import { Download, ExternalLink, Pencil } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { publicEnvironment } from '#config/environment.ts';
import { recordEndpoints } from '#config/models/index.ts';
import { publicDocuments } from '#config/models/public-documents.ts';
import { FileReference, isInput } from '#contract/records/fields.ts';
import { type ContentRecord, createRecordEndpoints } from '#contract/records/records.ts';
import { toRequestPath } from '#contract/request.ts';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { buttonClass, LoadState, Notice, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $session } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { setPageTitle } from '#stores/page-title.ts';
import { createQuery } from '#stores/queries.ts';
import { formatFieldValue, formatFileSize, formatRecordTitle } from '../../records/index.ts';
import { downloadDocument } from '../contract.ts';
import styles from './Document.module.css';
import type { DocumentSectionProps } from './document-section.ts';

const sections = Object.values(
  import.meta.glob<ComponentType<DocumentSectionProps>>('../../*/fills/document-sections.tsx', {
    eager: true,
    import: 'default',
  }),
);

export const documentsPath = '/documents/public-docs';

type DocumentPage = {
  readonly record: ContentRecord;
  readonly file: FileReference | undefined;
};

/** Reads the id from the address of the page; undefined if there is none. */
function parseDocumentPath(pathname: string): string | undefined {
  const [, id] = /^\/documents\/public-docs\/([\da-f-]{36})\/?$/i.exec(pathname) ?? [];
  return id?.toLowerCase();
}

/** Creates the state of a document’s page, as everyone may read it. */
function createDocumentScreen(id: string) {
  const { read } = recordEndpoints.get(publicDocuments.name) ?? createRecordEndpoints(publicDocuments);
  const document = createQuery<DocumentPage>({
    fetch: async (signal) => {
      const params = { id };
      // Administrators, too, see what is published here: the calls are made without a token.
      const record = await request(read, { params }, { signal });
      return { record, file: FileReference.safeParse(record.file).data };
    },
  });
  return {
    id,
    document,
    start: createScreen({ queries: [document] }).start,
  };
}

type DocumentScreenState = ReturnType<typeof createDocumentScreen>;

/** The address of a document’s current file, which stays when the file is replaced. */
function currentFilePath(id: string): string {
  return publicEnvironment.PUBLIC_API_ORIGIN + toRequestPath(downloadDocument.path, { id });
}

/** The public page of one document. */
export function DocumentScreen({ title }: { title: string }) {
  const id = parseDocumentPath(location.pathname);
  return id === undefined ? <DocumentNotFound title={title} /> : <LoadedDocument id={id} title={title} />;
}

const breadcrumbs = <a href={documentsPath}>Public Files</a>;

function LoadedDocument({ id, title }: { id: string; title: string }) {
  const screen = useScreen(() => createDocumentScreen(id));
  const state = useStore(screen.document.$state);
  const data = 'data' in state ? state.data : undefined;
  const label = data && formatRecordTitle(publicDocuments, data.record, {});
  useEffect(() => {
    if (label !== undefined) setPageTitle(label);
  }, [label]);

  if (data && label !== undefined) return <DocumentView screen={screen} page={data} title={label} />;
  if (state.status === 'failed' && state.error.status === 404) return <DocumentNotFound title={title} />;
  return (
    <Page title={title} breadcrumbs={breadcrumbs}>
      <LoadState state={state} noun="the document" lines={8} retry={screen.document.retry} />
    </Page>
  );
}

function DocumentNotFound({ title }: { title: string }) {
  return (
    <Page title={title} breadcrumbs={breadcrumbs}>
      <Notice
        severity="warning"
        action={
          <a className={buttonClass()} href={documentsPath}>
            All Public Files
          </a>
        }
      >
        No published document has this address. It may have been unpublished or deleted.
      </Notice>
    </Page>
  );
}

type Props = { screen: DocumentScreenState; page: DocumentPage; title: string };

const factNames = ['document_type', 'document_date', 'tags'];

function DocumentView({ screen, page: { record, file }, title }: Props) {
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
    <div className="readable anywhere">
      <Page
        title={title}
        breadcrumbs={breadcrumbs}
        actions={
          isAdmin && (
            <a className={buttonClass()} href={`/models/${publicDocuments.name}/${screen.id}`}>
              <Pencil size={16} aria-hidden="true" /> Manage this document
            </a>
          )
        }
      >
        <Row as="dl" gap="2 5">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="label">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {contact && (
            <div>
              <dt className="label">Contact</dt>
              <dd>
                <a href={`mailto:${encodeURIComponent(contact).replace('%40', '@')}`}>{contact}</a>
              </dd>
            </div>
          )}
        </Row>
        {summary && <p className={`${styles.summary} pre-line`}>{summary}</p>}
        <Row gap={2} className={styles.actions}>
          {file && (
            <a className={`${buttonClass('primary')} ${styles.download}`} href={path} download={file.name}>
              <Download size={16} aria-hidden="true" />
              <span className="shrinks">
                Download {file.name} ({formatFileSize(file.size)})
              </span>
            </a>
          )}
          <CopyButton
            text={() => new URL(`${documentsPath}/${screen.id}`, location.href).href}
            label="Copy the link to this page"
          />
          {file && (
            <CopyButton
              text={() => new URL(path, location.href).href}
              label="Copy the link to the current file"
            />
          )}
        </Row>
        {file && (
          <p className="muted text-sm">
            The link to the current file stays the same when the file is replaced.
          </p>
        )}
        {file?.type === 'application/pdf' && <PdfPreview path={path} title={title} version={file.id} />}
        {sections.map((Section) => (
          <Section key={Section.name} id={screen.id} isAdmin={isAdmin} />
        ))}
      </Page>
    </div>
  );
}

type PdfPreviewProps = {
  /** The address of the current file. */
  path: string;
  title: string;
  /** Changes with the file, so that a browser loads it again. */
  version: string;
};

/** Shows a PDF with the browser’s own viewer, or a link where it has none. */
function PdfPreview({ path, title, version }: PdfPreviewProps) {
  const address = `${path}?disposition=inline`;
  return (
    <Stack as="section" gap={2} aria-labelledby="preview-title">
      <Row gap={2} data-baseline data-spread>
        <h2 id="preview-title">Preview</h2>
        <a href={address} className="inline-row" target="_blank" rel="noopener">
          <ExternalLink size={16} aria-hidden="true" /> Open it in a new tab
        </a>
      </Row>
      {navigator.pdfViewerEnabled ? (
        <iframe
          key={version}
          className={`outlined full-width ${styles.viewer} sunken`}
          src={`${address}#navpanes=0&view=FitH`}
          title={`Preview of ${title}`}
        />
      ) : (
        <p className="muted text-sm">
          This browser shows no PDF within a page. Open it in a new tab, or download it.
        </p>
      )}
    </Stack>
  );
}
