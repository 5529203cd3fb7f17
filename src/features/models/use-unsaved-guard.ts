import { useEffect, useRef } from 'react';
import { isReloadAllowed } from '#lib/typed-text.ts';
import { openConfirm } from './confirm.ts';

/** While text is unsaved, asks for confirmation before a link, a reload or closing the tab discards it. */
export function useUnsavedGuard(isUnsaved: boolean, what: string, discard: () => void): void {
  const latest = useRef({ what, discard });
  useEffect(() => {
    latest.current = { what, discard };
  });
  useEffect(() => {
    if (!isUnsaved) return;
    let leaving = false;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving && !isReloadAllowed()) event.preventDefault();
    };
    const confirmLeaving = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || !isLeavingClick(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      openConfirm('UNSAVED', { what: latest.current.what }, () => {
        leaving = true;
        latest.current.discard();
        location.assign(link.href);
      });
    };
    addEventListener('beforeunload', warn);
    document.addEventListener('click', confirmLeaving, true);
    return () => {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('click', confirmLeaving, true);
    };
  }, [isUnsaved]);
}

/** Whether the click replaces this page with another one. */
function isLeavingClick(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target === '_blank' || link.hasAttribute('download')) return false;
  return link.origin !== location.origin || link.pathname !== location.pathname || !link.hash;
}
