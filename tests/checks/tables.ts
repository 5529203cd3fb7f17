import { importTable } from './import-table.ts';

const start = '<!-- import table: npm run fix writes it -->';
const end = '<!-- end of the import table -->';

/** Puts the import table into a text between its two marker comments. @returns the text; the same without markers */
export function withImportTable(text: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from)}${start}\n\n${importTableMarkdown()}\n\n${text.slice(to)}`;
}

function importTableMarkdown(): string {
  const rows = Object.entries(importTable).map(([layer, { holds, imports }]) => {
    const allowed = imports.length > 0 ? imports.map((each) => `\`${each}\``).join(', ') : 'nothing else';
    return `| \`src/${layer}\` | ${holds} | ${allowed} |`;
  });
  return [
    '| Folder | Holds | May import, apart from itself and `lib` |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}
