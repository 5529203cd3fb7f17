import { readFile } from 'node:fs/promises';
import { SourceRefused } from './source.ts';

/** The text of a saved answer. @throws SourceRefused where the file cannot be read */
export async function readSourceFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new SourceRefused(`The file ${file} cannot be read (${reason}).`, { cause: error });
  }
}
