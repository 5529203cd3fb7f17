import type { WrongFile } from '../support/wrong-files.ts';
import { wrongFiles } from '../support/wrong-files.ts';
import { wrongUsgsFiles } from '../support/wrong-usgs-files.ts';
import { wrongValues } from '../support/wrong-values.ts';

const sourceTitles: Readonly<Record<WrongFile['source'], string>> = {
  usgs: 'USGS',
  usbr: 'USBR HydroMet and AgriMet',
  nrcs: 'NRCS',
  idwr: 'IDWR’s accounting',
  aquainfo: 'IDWR AquaInfo',
};

/** The list of wrong files that a page of the documentation shows; `npm run fix` writes it. */
export const refusedFilesPath = 'src/config/refused-files.json';

/** The text of that list: for each source, by what an import does with them, the files with what the report says to do. */
export function refusedFilesText(): string {
  const all = [...wrongFiles, ...wrongUsgsFiles, ...wrongValues];
  const sources = Object.entries(sourceTitles).map(([name, title]) => {
    const files = all.filter(({ source, isOfEverySource }) => source === name && !isOfEverySource);
    const byResult = Map.groupBy(files, resultOf);
    const listed = results.flatMap((result) => {
      const found = byResult.get(result);
      return found ? [[result, Object.fromEntries(found.map((file) => [file.title, adviceOf(file)]))]] : [];
    });
    return [title, Object.fromEntries(listed)];
  });
  return `${JSON.stringify({ count: all.length, sources: Object.fromEntries(sources) }, null, 2)}\n`;
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

/** What the report says to do, e.g. `Ask daily.pl`; nothing is empty. */
function adviceOf({ said }: WrongFile): string {
  const [advice = ''] = /\b(?:Add|Ask|Name|Save|Separate|Unpack|Use|Write) .*$/.exec(said) ?? [];
  return advice.replace(/\.$/, '');
}
