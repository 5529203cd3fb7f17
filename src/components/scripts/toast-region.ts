import { onStorageFault } from '#lib/storage.ts';
import { $toasts, closeToast, pauseToasts, resumeToasts, showToast, type Toast } from '#stores/toasts.ts';

/** Shows the toasts of the page. Their timers stop while the pointer or the focus is on one of them. */
export function startToastRegion(): void {
  const region = document.querySelector<HTMLElement>('[data-toast-region]');
  const template = region?.querySelector('template');
  if (!region || !template) return;
  const shown = new Map<number, Element>();

  function createElement({ id, message, severity }: Toast): Element | null {
    const fragment = document.importNode(template?.content ?? new DocumentFragment(), true);
    const toast = fragment.querySelector<HTMLElement>('.toast');
    const text = fragment.querySelector('p');
    if (!toast || !text) return null;
    toast.dataset.severity = severity;
    if (severity === 'error') toast.role = 'alert';
    text.textContent = message;
    toast.querySelector('button')?.addEventListener('click', () => closeToast(id));
    return toast;
  }

  $toasts.subscribe((toasts) => {
    for (const [id, element] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue;
      element.remove();
      shown.delete(id);
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue;
      const element = createElement(toast);
      if (!element) continue;
      shown.set(toast.id, element);
      region.append(element);
    }
  });
  onStorageFault((message) => showToast(message, 'warning'));
  region.addEventListener('pointerenter', pauseToasts);
  region.addEventListener('pointerleave', resumeToasts);
  region.addEventListener('focusin', pauseToasts);
  region.addEventListener('focusout', resumeToasts);
}
