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

/** For each source the files by what an import does with them. */
function wrongFilesMarkdown(): string {
  const all = [...wrongFiles, ...wrongUsgsFiles, ...wrongValues];
  const lists = Object.entries(sourceTitles).map(([name, title]) => {
    const files = all.filter(({ source, isOfEverySource }) => source === name && !isOfEverySource);
    const byResult = Map.groupBy(files, resultOf);
    return [
      `## ${title}`,
      ...results.flatMap((result) => {
        const lines = byResult.get(result)?.map((file) => `- ${toText(file.title)}${adviceOf(file)}`);
        return lines ? [`${result}:`, lines.join('\n')] : [];
      }),
    ].join('\n\n');
  });
  return [`${all.length} files, each a test.`, ...lists].join('\n\n');
}

const results = [
  'Refused',
  'Stored with a remark, without faulty values',
  'Stored, with missing values left out',
  'Converted',
  'Stored with a flag',
  'Stored',
] as const;

function resultOf({ written, said }: WrongFile): (typeof results)[number] {
  if (written.length === 0) return 'Refused';
  if (/\d days? without a value$/.test(said)) return 'Stored, with missing values left out';
  if (said.startsWith('Converted')) return 'Converted';
  if (said.includes('Flagged')) return 'Stored with a flag';
  return /^\d+ read, |^Accepted|as well$|median is stored|^Dead storage/.test(said)
    ? 'Stored'
    : 'Stored with a remark, without faulty values';
}

/** What the report says to do: `: *Ask daily.pl*`. */
function adviceOf({ said }: WrongFile): string {
  const [advice] = /\b(?:Add|Ask|Name|Save|Separate|Unpack|Use|Write) .*$/.exec(said) ?? [];
  return advice ? `: *${toText(advice.replace(/\.$/, ''))}*` : '';
}

/** Keeps text from being read as markup. */
function toText(text: string): string {
  return text.replaceAll(/[\\`*_<>|[\]#&~$]/g, (mark) => `\\${mark}`).replaceAll(/\s+/g, ' ');
}
