const unreachableCodes = new Set([
  // The embedded database
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  // The operating system; ENOENT is a missing socket file
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  // PostgreSQL: shut down by an administrator, crashed, starting up, idle for too long, too many connections
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  // A standby has been reached where a primary is wanted: it may be promoted soon
  '25006',
]);

/** What node-postgres says, without a code, of a connection that has failed or was closed. */
const lostConnection =
  /^(Connection terminated|Client (has encountered|was closed)|Cannot use a pool after|timeout (expired|exceeded)|Query read timeout)/;

/** More causes than any library nests; one may name itself as its cause. */
const maxCauses = 20;

/** Whether a test holds for an error, one of its causes, or one of the errors that it sums up. */
function someCause(error: unknown, test: (error: Error) => boolean): boolean {
  const open = [error];
  for (let at = 0; at < open.length && at < maxCauses; at += 1) {
    const current = open[at];
    if (!(current instanceof Error)) continue;
    if (test(current)) return true;
    open.push(...(current instanceof AggregateError ? current.errors : [current.cause]));
  }
  return false;
}

/** Whether the database could not be reached, as opposed to refusing the statement. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return someCause(error, (each) => {
    const code = codeOf(each);
    return code === undefined ? lostConnection.test(each.message) : isUnreachableCode(code);
  });
}

function isUnreachableCode(code: string): boolean {
  return unreachableCodes.has(code) || /^08...$/.test(code);
}

/** Whether a replica refused a statement because it writes. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '25006';
}

/** Whether a replica stopped a read because it had to replay a change of what was being read. */
export function isRecoveryConflict(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '40001';
}

/** Whether the database refused a value of the request (SQLSTATE class 22), e.g. one out of range. */
export function isBadValue(error: unknown): boolean {
  return someCause(error, (each) => /^22...$/.test(codeOf(each) ?? ''));
}

/** Whether a write failed because the disk is full; 53100 is PostgreSQL's code for it. */
export function isDiskFull(error: unknown): boolean {
  return someCause(error, (each) => ['53100', 'ENOSPC'].includes(codeOf(each) ?? ''));
}

/** Whether a page of the database's files is not what was written: its checksum differs, or its index is broken. */
export function isDamaged(error: unknown): boolean {
  return someCause(error, (each) => /^XX00[12]$/.test(codeOf(each) ?? ''));
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The innermost message of an error, as a clause for a sentence. */
export function describeCause(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(describeCause).join('; ');
  if (cause instanceof Error) return cause.cause ? describeCause(cause.cause) : cause.message;
  // What the embedded engine throws for a refused call of the file system is no Error.
  if (typeof cause === 'object' && cause !== null && 'errno' in cause) return `system error ${cause.errno}`;
  return String(cause);
}
