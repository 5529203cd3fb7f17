/** Puts a label into a sentence: `Document Type` gives `document type`. Acronyms such as HUC8 stay. */
export function inSentence(label: string): string {
  return label.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
