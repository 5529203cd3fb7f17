import { createElement } from '#lib/page/create-element.ts';
import { showToast } from '#lib/page/toasts.ts';

/**
 * Puts a button that copies the text over each block of code of a page of the documentation. The arrow keys scroll a block
 * that is wider than a phone.
 */
export function startCopyCode(): void {
  for (const code of document.querySelectorAll<HTMLElement>('.docs-article pre')) {
    const button = createElement(
      'button',
      { type: 'button', class: 'accent docs-copy no-print text-xs control-height' },
      'Copy',
    );
    button.addEventListener('click', () => void copy(code.textContent ?? ''));
    const frame = createElement('div', { class: 'stack', 'data-gap': '0' }, button);
    code.tabIndex = 0;
    code.replaceWith(frame);
    frame.append(code);
  }
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.trimEnd());
    showToast('The code was copied to your clipboard.', 'success');
  } catch {
    showToast('The code could not be copied. Mark it, then copy it.', 'warning');
  }
}
