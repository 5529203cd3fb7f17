import { parse } from 'yaml';

/** Who notices a change, and how the page of a version begins what it says to them. */
const openings = { users: undefined, operators: 'For operators: ', programs: 'For programs: ' } as const;

/**
 * Returns the page of a version from the texts of the files of its changes, whose front matter has no faults: a list of what
 * users notice, then a paragraph for operators and one for those who write programs.
 */
export function joinChanges(
  { version, date, summary }: { version: string; date: string; summary: string },
  files: readonly string[],
): string {
  const changes = files.map((file) => {
    const [, head = '', body = ''] = /^---\r?\n([\s\S]*?)^---\s*$([\s\S]*)/m.exec(file) ?? [];
    const { audience }: { audience?: unknown } = parse(head) ?? {};
    return { audience, sentence: body.trim().replaceAll(/\s*\n\s*/g, ' ') };
  });
  const blocks = Object.entries(openings).flatMap(([name, opening]) => {
    const found = changes.filter(({ audience }) => audience === name).map(({ sentence }) => sentence);
    if (found.length === 0) return [];
    return opening === undefined
      ? [found.map((each) => `- ${each}`).join('\n')]
      : [opening + found.join(' ')];
  });
  const head = `---\nversion: ${version}\ndate: ${date}\nsummary: ${JSON.stringify(summary)}\n---`;
  return `${[head, ...blocks].join('\n\n')}\n`;
}
