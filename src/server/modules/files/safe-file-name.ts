import path from 'node:path';
import { cleanLine } from '#lib/clean-line.ts';

/** With room for a number that a browser adds, in file systems that take 255 bytes. */
const maxLength = 150;

/** Names of devices on Windows, which no file can have. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Makes a name safe for every system: without folders, characters that some systems reject, or more than 150
 * characters. The extension stays.
 * @example toSafeFileName('C:\\reports\\flow: May?.pdf') === 'flow_ May_.pdf'
 */
export function toSafeFileName(name: string): string {
  const last = cleanLine(name).split(/[\\/]/).at(-1) ?? '';
  const safe = last
    .replace(/[<>:"|?*\p{Cc}\p{Cs}]/gu, '_')
    .replace(reserved, '_$&')
    .replace(/^[. ]+(?=.*\.)|[. ]+$/g, '');
  const { name: stem, ext } = path.parse(safe);
  const room = maxLength - ext.length;
  return (room > 0 ? truncate(stem, room).trimEnd() + ext : truncate(safe, maxLength)) || 'file';
}

/** Shortens a text without cutting a character in two. */
function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
