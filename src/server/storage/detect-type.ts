import path from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { acceptedTypesText, extensionsByMediaType } from '#contract/files.ts';
import { HttpProblem } from '../http/problems.ts';
import { createWorkerTask } from '../worker-task.ts';
import { type Charset, detectCharset } from './charset.ts';

export type DetectedType = { readonly type: string /** Of a text. */; readonly charset?: Charset };

/** Where a text stops being JSON, as far as it is known. */
export type JsonFault = { readonly line?: number; readonly column?: number };

const findJsonFault = createWorkerTask<string, JsonFault | undefined>(
  new URL('./json.worker.ts', import.meta.url),
);

/**
 * Detects the media type from the bytes, which the extension has to match. For text, the extension decides.
 * @throws HttpProblem 400
 */
export async function detectType(file: string, name: string): Promise<DetectedType> {
  const extension = path.extname(name).slice(1).toLowerCase();
  const expected = Object.keys(extensionsByMediaType).find((type) =>
    extensionsByMediaType[type]?.includes(extension),
  );
  if (!expected) throw badFile(describeUnsupported(extension));
  const found = await fileTypeFromFile(file);
  if (found && extensionsByMediaType[found.mime]?.includes(extension)) return { type: found.mime };
  const isText = /^text\/|\/json$/.test(expected);
  // A text may begin like another file, e.g. with the letters of a bitmap: `BM,elevation`.
  const charset = isText && !isAccepted(found?.mime) ? await detectCharset(file) : undefined;
  if (!charset) throw badFile(describeMismatch(extension, isText, found?.ext));
  if (expected === 'application/json') await checkJson(file, extension, charset);
  return { type: expected, charset };
}

function isAccepted(type: string | undefined): boolean {
  return type !== undefined && type in extensionsByMediaType;
}

async function checkJson(file: string, extension: string, charset: Charset): Promise<void> {
  if (charset !== 'utf-8') throw badFile(`The file’s name ends in .${extension}, but it is not in UTF-8.`);
  const fault = await findJsonFault(file);
  if (!fault) return;
  const place = fault.line === undefined ? '' : ` See line ${fault.line}, column ${fault.column}.`;
  throw badFile(`The file’s name ends in .${extension}, but its contents are not JSON.${place}`);
}

function describeUnsupported(extension: string): string {
  const files = extension === '' ? 'Files without an extension' : `${extension.toUpperCase()} files`;
  return `${files} cannot be uploaded. Choose ${acceptedTypesText}.`;
}

function describeMismatch(extension: string, isText: boolean, found: string | undefined): string {
  const contents = found
    ? `of the type ${found.toUpperCase()}`
    : `not ${isText ? 'text' : extension.toUpperCase()}`;
  return `The file’s name ends in .${extension}, but its contents are ${contents}.`;
}

/** A problem with the body of the request. */
export function badFile(message: string): HttpProblem {
  return new HttpProblem(400, message, { errors: [{ path: 'body', message }] });
}
