import { type SeasonDownload, writeSeasonFile } from '#season/issue-day/SeasonTool.tsx';

const facts = { address: 'https://portal.example.org/?view=outlook', exportedAt: 'Exported 2026-04-01' };

/** The text of a file of an answer, by what is in it. */
export function textOf(download: SeasonDownload, name: string): string {
  const file = download.files.find(({ what }) => what === name);
  return file ? writeSeasonFile(download, file, facts) : '';
}
/** The lines below the notes. */
export const linesOf = (text: string) =>
  text.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
