const marks = /\p{Diacritic}/gu;

/** Removes case and diacritics for comparing texts: `Région` becomes `region`, and a minus sign a hyphen. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(marks, '').replaceAll('−', '-').toLowerCase();
}
