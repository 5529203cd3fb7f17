/** What the forms of the page hold that was typed and not saved; `stored` text survives a reload. */
export type TypedText = 'none' | 'stored' | 'unstored';

const question = 'portal:typed-text';

/** Asks the forms of the page, which then also store what was typed in the last moment. */
export function findTypedText(): TypedText {
  const answers: TypedText[] = [];
  dispatchEvent(new CustomEvent(question, { detail: answers }));
  if (answers.includes('unstored')) return 'unstored';
  return answers.includes('stored') ? 'stored' : 'none';
}

/** Answers for one form. @returns how to stop */
export function answerTypedText(answer: () => TypedText): () => void {
  const handle = (event: Event) => {
    if (event instanceof CustomEvent && Array.isArray(event.detail)) event.detail.push(answer());
  };
  addEventListener(question, handle);
  return () => removeEventListener(question, handle);
}

/** The page is about to be reloaded with its text stored, so that no form has to ask. */
export function allowReload(): void {
  document.documentElement.dataset.reloading = '';
}

export function isReloadAllowed(): boolean {
  return document.documentElement.dataset.reloading !== undefined;
}
