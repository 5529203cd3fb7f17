import path from 'node:path';

/** A place in the code, as Sentry's protocol has it. */
export type StackFrame = {
  readonly function: string;
  /** Relative to the project's folder, or a module of Node. */
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
};

/** An error without its message, which may repeat a value of the request or of a row. */
export type DescribedError = {
  readonly type: string;
  /** An error code such as `42P01` or `ENOSPC`. */
  readonly code: string;
  /** The outermost call first. */
  readonly frames: readonly StackFrame[];
};

const projectFolder = path.resolve(import.meta.dirname, '../../..');
const maxCauses = 4;

/** Describes an error and its causes, the error first. */
export function describeError(error: unknown): readonly DescribedError[] {
  const described: DescribedError[] = [];
  for (
    let current = error;
    current instanceof Error && described.length < maxCauses;
    current = current.cause
  ) {
    described.push({
      type: asName(String(current.name)) || 'Error',
      code: asName('code' in current && typeof current.code === 'string' ? current.code : ''),
      frames: framesOf(current),
    });
  }
  return described.length > 0 ? described : [{ type: 'NoError', code: '', frames: [] }];
}

/** Names and codes are words of the code; anything else is not repeated. */
function asName(text: string): string {
  return /^\w{1,60}$/.test(text) ? text : '';
}

function framesOf({ stack, message }: Error): readonly StackFrame[] {
  if (typeof stack !== 'string') return [];
  // The stack begins with the message, whose lines might read like calls.
  const messageStart = stack.indexOf(message);
  if (messageStart < 0) return [];
  return stack
    .slice(messageStart + message.length)
    .split('\n')
    .flatMap((line) => parseFrame(line) ?? [])
    .reverse();
}

/** Parses `    at async name (file:///portal/src/server/app.ts:10:5)`, also without a name. */
function parseFrame(line: string): StackFrame | undefined {
  const [, name = '', , place = '', row = '', column = ''] =
    /^\s+at (?:async )?(?:(.+?) (\[as \w+\] )?\()?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
  if (place === '') return undefined;
  const filename = shortenPath(place.replace(/^file:\/\//, ''));
  return {
    function: name || '?',
    filename,
    lineno: Number(row),
    colno: Number(column),
    in_app: filename.startsWith('src/'),
  };
}

/** A path outside the project may have the name of an account in it: only the file's own name is left. */
function shortenPath(place: string): string {
  if (place.startsWith('node:')) return place;
  const relative = path.relative(projectFolder, place);
  return relative.startsWith('..') || path.isAbsolute(relative) ? path.basename(place) : relative;
}
