import { useEffect } from 'react';
import type { Model } from '#contract/model.ts';
import { fileUrl } from './columns.ts';
import { downloadWithToken } from './download-file.ts';

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
