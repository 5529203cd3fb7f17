const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;

/** Marks that reorder text: `report\u202efdp.exe` reads as `reportexe.pdf`. */
const bidiControls = String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;

/** Characters without width make two names look the same. The joiner within an emoji such as 👨‍👩‍👧 stays. */
const zeroWidth = String.raw`[\u00ad\u180e\u200b\u200c\u2060-\u2064\u206a-\u206f\ufeff]|(?<!\p{Extended_Pictographic}\ufe0f?\p{EMod}?)\u200d|\u200d(?!\p{Extended_Pictographic})`;

const unseen = new RegExp(`${bidiControls}|${zeroWidth}`, 'gu');
const hidden = new RegExp(String.raw`\p{Cc}|${bidiControls}|${zeroWidth}`, 'u');

/** Makes one line of a text: line breaks, tabs and repeated spaces become one space, and none is around it. */
export function tidyLine(text: string): string {
  return text
    .replace(breaks, ' ')
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/^ | $/g, '');
}

/**
 * Cleans the name of a file, which nobody typed: removes characters that cannot be seen, too.
 * @example cleanLine('Minutes\r\nof\u202e May') === 'Minutes of May'
 */
export function cleanLine(text: string): string {
  return tidyLine(text.replace(unseen, ''));
}

/** Says which character of a tidy line has to be removed because it cannot be seen or reorders the others. */
export function describeHiddenCharacter(text: string): string | undefined {
  const code = hidden.exec(text)?.[0].codePointAt(0);
  if (code === undefined) return undefined;
  return `Remove the character U+${code.toString(16).toUpperCase().padStart(4, '0')}, which cannot be seen.`;
}

const marks = /\p{Diacritic}/gu;

/** Removes case and diacritics for comparing texts: `Région` becomes `region`, and a minus sign a hyphen. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(marks, '').replaceAll('−', '-').toLowerCase();
}

/** Says why a tidy name is refused; undefined if it has 1 to `maxLength` characters, all of which can be seen. */
export function describeBadName(name: string, maxLength: number): string | undefined {
  const isLong = [...name].length > maxLength;
  if (name === '' || isLong) return `Enter a name of 1 to ${maxLength} characters.`;
  return describeHiddenCharacter(name);
}
