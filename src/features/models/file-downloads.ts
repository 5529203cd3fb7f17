import { useEffect } from 'react';
import { fetchFile } from '#client/files.ts';
import { RequestFailed, toRequestFailed } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';
import type { Model } from '#contract/model.ts';
import { download } from '#kits/ui/download.ts';
import { accessToken } from '#session/session.ts';
import { recordResponse } from '#stores/last-responses.ts';
import { showToast } from '#stores/toasts.ts';
import { fileUrl } from './columns.ts';

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
export async function downloadWithToken(id: string, name: string): Promise<void> {
  try {
    const token = await accessToken();
    if (token === undefined) throw new RequestFailed('refused', 'Sign in again to continue.');
    const file = await fetchFile(id, { origin: publicEnvironment.PUBLIC_API_ORIGIN, token });
    recordResponse({ method: 'GET', path: `/api/files/${id}`, outcome: 200, body: undefined });
    download(file.blob, file.name ?? name);
  } catch (cause) {
    showToast(`${name} could not be downloaded. ${toRequestFailed(cause).message}`, 'error');
  }
}
