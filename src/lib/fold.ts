const marks = /\p{Diacritic}/gu;

/** Removes case and diacritics for comparing texts: `Région` becomes `region`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(marks, '').toLowerCase();
}
