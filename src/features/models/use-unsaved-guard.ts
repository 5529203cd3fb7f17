import { useEffect, useRef } from 'react';
import { askConfirm } from '#stores/confirm.ts';

/**
 * While there is something unsaved, a link asks before it leads away, and so does the browser before it closes
 * the tab or loads another page.
 */
export function useUnsavedGuard(isUnsaved: boolean, what: string, discard: () => void): void {
  const latest = useRef({ what, discard });
  useEffect(() => {
    latest.current = { what, discard };
  });
  useEffect(() => {
    if (!isUnsaved) return;
    let leaving = false;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving) event.preventDefault();
    };
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || !leads(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      askConfirm('UNSAVED', { what: latest.current.what }, () => {
        leaving = true;
        latest.current.discard();
        location.assign(link.href);
      });
    };
    addEventListener('beforeunload', warn);
    document.addEventListener('click', ask, true);
    return () => {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('click', ask, true);
    };
  }, [isUnsaved]);
}

/** Whether the click replaces this page by another one. */
function leads(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target === '_blank' || link.hasAttribute('download')) return false;
  return link.origin !== location.origin || link.pathname !== location.pathname || !link.hash;
}
