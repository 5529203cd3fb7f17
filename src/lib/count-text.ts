import { lazily } from './format-number.ts';

/** `1st`, `2nd`, `11th` */
export function formatOrdinal(number: number): string {
  const tens = number % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}

/** `2nd lowest`, `highest`: a place, from the nearer end. Both ranks count from 1. */
export function formatRank(rank: number, lowRank: number): string {
  const [place, end] = rank < lowRank ? [rank, 'highest'] : [lowRank, 'lowest'];
  return place === 1 ? end : `${formatOrdinal(place)} ${end}`;
}

/** `1 day`, `2 days` */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Begins a sentence. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const listFormat = lazily(() => new Intl.ListFormat('en-US', { type: 'conjunction' }));

/** `The HUC8s, the sites, and the water years`, of phrases that each begin as a sentence. */
export function joinAsSubject([first = '', ...others]: readonly string[]): string {
  const rest = others.map((each) => each.replace(/^(?:The|Your)\b/, (word) => word.toLowerCase()));
  return capitalize(listFormat().format([first, ...rest]));
}

/** Puts a label into a sentence: `Document Type` gives `document type`. Acronyms such as HUC8 stay. */
export function inSentence(label: string): string {
  return label.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
