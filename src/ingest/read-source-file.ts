import { readFile } from 'node:fs/promises';
import { toErrorMessage } from '#lib/errors.ts';
import { SourceRefused } from './source.ts';

/** Reads a saved response. @throws SourceRefused if the file cannot be read */
export async function readSourceFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = toErrorMessage(error);
    throw new SourceRefused(`The file ${file} cannot be read (${reason}).`, { cause: error });
  }
}
