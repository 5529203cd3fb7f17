const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;

/** Marks that reorder text: `report\u202efdp.exe` reads as `reportexe.pdf`. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Characters without width make two names look the same. The joiner within an emoji such as 👨‍👩‍👧 stays. */
const zeroWidth =
  /[\u00ad\u180e\u200b\u200c\u2060-\u2064\u206a-\u206f\ufeff]|(?<!\p{Extended_Pictographic}\ufe0f?\p{EMod}?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/**
 * Cleans a title or a name that stands in one line: removes line breaks and characters that cannot be seen.
 * @example cleanLine('Minutes\r\nof\u202e May') === 'Minutes of May'
 */
export function cleanLine(text: string): string {
  return text
    .replace(breaks, ' ')
    .replace(bidiControls, '')
    .replace(zeroWidth, '')
    .normalize('NFC')
    .replace(/ {2,}/g, ' ')
    .trim();
}
