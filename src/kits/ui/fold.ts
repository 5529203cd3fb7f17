const marks = /\p{Diacritic}/gu;

/** Without case and diacritics, as search and typed text are compared. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(marks, '').toLowerCase();
}
