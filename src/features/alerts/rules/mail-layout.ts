import { cleanLine } from '#lib/clean-line.ts';
import { headStart, html, type Markup, trusted } from '#lib/html.ts';

/** A picture inside of a mail, named by its content id; `alt` stands for it where pictures are blocked. */
export type MailPicture = {
  readonly id: string;
  readonly alt: string;
  readonly png: Uint8Array;
  /** In CSS pixels; the picture has two for each. */
  readonly width: number;
  readonly height: number;
  /** What its marks mean. */
  readonly key?: string;
  /** Captions below, each centered in its share of the width, from 0 to 1. */
  readonly captions: readonly { readonly text: string; readonly share: number }[];
};

export type MailRow = {
  readonly name: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly href?: string | undefined;
};

/** A part of a mail, which is written as text and as HTML. */
export type MailBlock =
  | { readonly kind: 'title' | 'heading' | 'lead' | 'text' | 'note'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'figures' | 'rows'; readonly rows: readonly MailRow[] }
  | { readonly kind: 'picture'; readonly picture: MailPicture };

/** What a mail says, for a person whose address is not known here. */
export type MailContent = { readonly subject: string; readonly blocks: readonly MailBlock[] };

export type WrittenMail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures: readonly MailPicture[];
};

const maxSubject = 120;
const textWidth = 72;

/** Writes a mail. Names in it may hold anything: lines end where the mail says, and markup is text. */
export function writeMail({ subject, blocks }: MailContent): WrittenMail {
  return {
    subject: [...cleanLine(subject.toWellFormed())].slice(0, maxSubject).join(''),
    text: `${blocks.map(toText).filter(Boolean).join('\n\n')}\n`,
    html: page(html`${blocks.map(toMarkup)}`).markup,
    pictures: blocks.flatMap((block) => (block.kind === 'picture' ? [block.picture] : [])),
  };
}

const line = (text: string) => cleanLine(text.toWellFormed());

function toText(block: MailBlock): string {
  switch (block.kind) {
    case 'link':
      return `${wrap(line(block.text))}:\n${block.href}`;
    case 'figures':
    case 'rows':
      return block.rows
        .map(({ name, value, note }) => {
          const head = line(`${name}: ${value}`);
          return wrap(note ? `${head}; ${line(note)}` : head, '  ');
        })
        .join('\n');
    case 'picture':
      return '';
    case 'heading':
      return `${line(block.text).toUpperCase()}`;
    default:
      return wrap(line(block.text));
  }
}

/** Breaks a line at spaces; a longer word stays whole. */
function wrap(text: string, indent = ''): string {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > textWidth) {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current].join('\n');
}

/** A name of any script keeps its direction to itself, and does not turn the English around it. */
const own = (text: string) => html`<bdi dir="ltr">${line(text)}</bdi>`;
const linked = (text: string, href: string | undefined) =>
  href === undefined ? own(text) : html`<a href="${href}">${own(text)}</a>`;

function toMarkup(block: MailBlock): Markup {
  switch (block.kind) {
    case 'title':
      return html`<h1>${own(block.text)}</h1>`;
    case 'heading':
      return html`<h2>${own(block.text)}</h2>`;
    case 'lead':
      return html`<p class="lead">${own(block.text)}</p>`;
    case 'text':
      return html`<p>${own(block.text)}</p>`;
    case 'note':
      return html`<p class="quiet">${own(block.text)}</p>`;
    case 'link':
      return html`<p><a href="${block.href}">${own(block.text)}</a></p>`;
    case 'figures':
      return html`${block.rows.map(
        ({ name, value, note }) =>
          html`<p class="figure"><span class="quiet">${own(name)}</span><br><strong>${own(value)}</strong>${note && html`<br>${own(note)}`}</p>`,
      )}`;
    case 'rows':
      return html`<table class="rows">${block.rows.map(
        ({ name, value, note, href }) =>
          html`<tr><td>${linked(name, href)}${note && html`<br><span class="quiet">${own(note)}</span>`}</td><td class="value">${own(value)}</td></tr>`,
      )}</table>`;
    case 'picture':
      return pictureMarkup(block.picture);
  }
}

function pictureMarkup({ id, alt, width, height, key, captions }: MailPicture): Markup {
  const cell = ({ text, share }: MailPicture['captions'][number]) =>
    html`<td width="${(100 * share).toFixed(2)}%">${text}</td>`;
  return html`<img src="cid:${id}" alt="${line(alt)}" width="${width}" height="${height}"><table class="quiet captions"><tr>${captions.map(cell)}</tr></table>${key !== undefined && html`<p class="quiet">${key}</p>`}`;
}

const ink = { light: '#1a2530', dark: '#e8ecf0' } as const;
const quiet = { light: '#56626e', dark: '#a6b1bc' } as const;
const rule = { light: '#d5dbe1', dark: '#39434d' } as const;
const link = { light: '#0b5f9e', dark: '#7cc0f4' } as const;
const paper = { light: '#ffffff', dark: '#161b21' } as const;

/** Mail programs that know no dark mode take the first rules; those without style sheets show plain text in order. */
const style = `
body{margin:0;background:${paper.light};color:${ink.light};font:16px/1.45 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.mail{max-width:560px;margin:0 auto;padding:20px 16px}
h1{font-size:21px;line-height:1.25;margin:0 0 12px}
h2{font-size:16px;margin:24px 0 4px}
p{margin:0 0 12px}
a{color:${link.light}}
.lead{font-size:18px;font-weight:600}
.quiet{color:${quiet.light};font-size:14px}
.figure{border-left:3px solid #2f86c4;padding-left:10px}
.figure strong{font-size:20px}
table{width:100%;border-collapse:collapse;color:inherit;font-size:inherit;line-height:inherit}
td{padding:0}
.rows td{padding:6px 0;border-top:1px solid ${rule.light};vertical-align:top}
.rows .value{text-align:right;white-space:nowrap;padding-left:12px;font-weight:600}
.rows{margin-bottom:12px}
.captions{table-layout:fixed;margin-bottom:8px;text-align:center}
img{display:block;width:100%;height:auto;margin:8px 0 2px;border:0;font-size:14px;line-height:1.4}
@media (prefers-color-scheme:dark){
body{background:${paper.dark};color:${ink.dark}}
a{color:${link.dark}}
.quiet{color:${quiet.dark}}
.rows td{border-color:${rule.dark}}
}`;

function page(body: Markup): Markup {
  return html`<!doctype html><html lang="en"><head>${trusted(headStart)}<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${trusted(style)}</style></head><body><div class="mail">${body}</div></body></html>`;
}
