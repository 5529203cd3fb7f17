import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { publicDocuments } from '#config/models/public-documents.ts';
import { Button, buttonClass, Notice, SkeletonLines } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { setPageTitle } from '#stores/page-title.ts';
import { formatRecordTitle } from '../format.ts';
import { DocumentView } from './DocumentView.tsx';
import { createDocumentScreen, documentsPath, parseDocumentPath } from './document-screen.ts';

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
  if (state.status !== 'failed') {
    return (
      <Page title={title} breadcrumbs={breadcrumbs}>
        <SkeletonLines count={8} label="Loading the document" />
      </Page>
    );
  }
  if (state.error.status === 404) return <DocumentNotFound title={title} />;
  return (
    <Page title={title} breadcrumbs={breadcrumbs}>
      <Notice
        severity="error"
        action={<Button onClick={() => void screen.document.retry()}>Try again</Button>}
      >
        The document could not be loaded. {state.error.message}
      </Notice>
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
