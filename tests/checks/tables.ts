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

/** For each source what is refused and what is stored, with what the report says. Equal reports share a line. */
function wrongFilesMarkdown(): string {
  const all = [...wrongFiles, ...wrongUsgsFiles, ...wrongValues];
  const lists = Object.entries(sourceTitles).map(([name, title]) => {
    const files = all.filter(({ source, isOfEverySource }) => source === name && !isOfEverySource);
    return [
      `## ${title}`,
      'Refused:',
      reportLines(files.filter(({ written }) => written.length === 0)),
      'Stored, except for what the report names:',
      reportLines(files.filter(({ written }) => written.length > 0)),
    ].join('\n\n');
  });
  return [`${all.length} files, each a test.`, ...lists].join('\n\n');
}

function reportLines(files: readonly WrongFile[]): string {
  const byReport = Map.groupBy(files, describeReport);
  return [...byReport]
    .map(([report, same]) => `- ${same.map(({ title }) => toText(title)).join('; ')}${report}`)
    .join('\n');
}

/** The report without counts and places: `Row 2: The unit is ft, not cfs.` is `: The unit is ft, not cfs.` */
function describeReport({ said }: WrongFile): string {
  if (/\d days? without a value$/.test(said)) return ': missing values, never zero';
  const message = said
    .replace(/^\d+ read, .*|^\d+ rejected: |^(?:Line|Row|Value) \d+: /, '')
    .replace(/ \(\d{4}-\d\d-\d\d: .*$/, '');
  return message === '' ? '' : `: *${toText(message.replace(/\.$/, ''))}*`;
}

/** Keeps text from being read as markup. */
function toText(text: string): string {
  return text.replaceAll(/[\\`*_<>|[\]#&~$]/g, (mark) => `\\${mark}`).replaceAll(/\s+/g, ' ');
}
