import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FileReference } from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { RequestFailed, toRequestFailed } from '#contract/request.ts';
import { Button, Spinner } from '#kits/ui/index.ts';
import { download } from '#kits/ui/print/download.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { showToast } from '#lib/page/toasts.ts';
import { accessToken } from '#session/session.ts';
import { recordResponse } from '#stores/last-responses.ts';
import { fileUrl, publicFileLink } from './columns.ts';
import { formatFileSize } from './format.ts';
import styles from './RecordPage.module.css';

/** Adds the session's token to downloads of files by their links, which the browser requests without one. */
export function useFileDownloads(model: Model | undefined): void {
  const needsToken = model?.mayRead === 'signed-in';
  useEffect(() => {
    if (!needsToken) return;
    const start = new URL(fileUrl(''), location.href).href;
    const fetchInstead = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || !link.href.startsWith(start)) return;
      event.preventDefault();
      const label = (link.ariaLabel ?? link.textContent).trim();
      void downloadWithToken(link.href.slice(start.length), label.replace(/^Download /, ''));
    };
    document.addEventListener('click', fetchInstead, true);
    return () => document.removeEventListener('click', fetchInstead, true);
  }, [needsToken]);
}

/** Downloads a file with the session's token. A failure shows a toast. `name` is used where the server says none. */
async function downloadWithToken(id: string, name: string): Promise<void> {
  try {
    const token = await accessToken();
    if (token === undefined) throw new RequestFailed('refused', 'Sign in again to continue.');
    const file = await fetchFile(id, token);
    recordResponse({ method: 'GET', path: `/api/files/${id}`, outcome: 200, body: undefined });
    download(file.blob, file.name ?? name);
  } catch (cause) {
    showToast(`${name} could not be downloaded. ${toRequestFailed(cause).message}`, 'error');
  }
}

/** Fetches a file with its own name, which is undefined if the server does not say it. @throws RequestFailed */
async function fetchFile(id: string, token: string): Promise<{ blob: Blob; name: string | undefined }> {
  try {
    const response = await fetchWithRetry(fileUrl(id), {
      headers: { authorization: `Bearer ${token}` },
      timeoutMs: 120_000,
    });
    const name = parseFileName(response.headers.get('content-disposition'));
    if (response.ok) return { blob: await response.blob(), name };
  } catch {
    throw new RequestFailed('offline', 'The server cannot be reached.');
  }
  throw new RequestFailed('unreadable', 'The file was deleted, or you may not download it.');
}

/** Reads the encoded name of a `Content-Disposition` header (RFC 6266). */
function parseFileName(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  return encoded && decodeURIComponent(encoded);
}

type FileProps = { record: ContentRecord; file: FileReference };

/** A link to the file of a record. */
export function FileLink({ record, file }: FileProps) {
  if (!publicFileLink(record, file)) return <DraftFile file={file} />;
  return (
    <a className={`inline-row anywhere ${styles.file}`} href={fileUrl(file.id)} download={file.name}>
      <Download size={16} aria-hidden="true" /> {file.name}{' '}
      <span className="muted">({formatFileSize(file.size)})</span>
    </a>
  );
}

/** Downloads a file that only some people may read, which needs their token. */
export function DraftFile({ file }: { file: FileReference }) {
  const [loading, setLoading] = useState(false);

  async function load(): Promise<void> {
    setLoading(true);
    await downloadWithToken(file.id, file.name);
    setLoading(false);
  }

  return (
    <Button className={styles.draftFile} aria-disabled={loading} onClick={() => !loading && void load()}>
      {loading ? <Spinner /> : <Download size={16} aria-hidden="true" />}
      <span className="shrinks">
        {file.name} ({formatFileSize(file.size)})
      </span>
    </Button>
  );
}
