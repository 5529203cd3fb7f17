import type { WrongFile } from '../support/wrong-files.ts';
import { wrongFiles } from '../support/wrong-files.ts';
import { wrongUsgsFiles } from '../support/wrong-usgs-files.ts';
import { wrongValues } from '../support/wrong-values.ts';
import { importTable } from './import-table.ts';

/** The tables that texts hold between two marker comments, by the words of the comments. */
const tables: Readonly<Record<string, () => string>> = {
  'import table': importTableMarkdown,
  'table of wrong files': wrongFilesMarkdown,
};

/** Puts the generated tables into a text, where it has their markers. */
export function withTables(text: string): string {
  return Object.entries(tables).reduce(withTable, text);
}

function withTable(text: string, [name, toMarkdown]: [string, () => string]): string {
  const start = `<!-- ${name}: npm run fix writes it -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(`<!-- end of the ${name} -->`);
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from)}${start}\n\n${toMarkdown()}\n\n${text.slice(to)}`;
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

const sourceTitles: Readonly<Record<WrongFile['source'], string>> = {
  usgs: 'USGS',
  usbr: 'USBR HydroMet and AgriMet',
  nrcs: 'NRCS',
  idwr: 'IDWR’s accounting',
  aquainfo: 'IDWR AquaInfo',
};

/** A table for each source: what a file has, how many of its values are stored, and what the report says. */
function wrongFilesMarkdown(): string {
  const all = [...wrongFiles, ...wrongUsgsFiles, ...wrongValues];
  const tablesOfSources = Object.entries(sourceTitles).map(([name, title]) => {
    const files = all.filter(({ source }) => source === name);
    return [
      `## ${title}`,
      '',
      '| The file has | Stored | The report says |',
      '| --- | --- | --- |',
      ...files.map((file) => `| ${toCell(file.title)} | ${describeStored(file)} | ${toCell(file.said)} |`),
    ].join('\n');
  });
  return [`${all.length} files, each a test.`, ...tablesOfSources].join('\n\n');
}

function describeStored({ written }: WrongFile): string {
  if (written.length === 0) return 'nothing';
  const flagged = written.filter((row) => row.split(' ').length > 4).length;
  const values = written.length === 1 ? '1 value' : `${written.length} values`;
  return flagged === 0 ? values : `${values}, ${flagged} flagged`;
}

/** Keeps text from being read as markup. */
function toCell(text: string): string {
  return text.replaceAll(/[\\`*_<>|[\]#&~$]/g, (mark) => `\\${mark}`).replaceAll(/\s+/g, ' ');
}
