const minuteMs = 60_000;

/** Describes a duration: `3 hours`, `25 minutes`, `2 days`. */
export function describeDuration(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / minuteMs);
  const hours = Math.round(minutes / 60);
  const [count, unit] =
    minutes < 100 ? [minutes, 'minute'] : hours < 48 ? [hours, 'hour'] : [Math.round(hours / 24), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Describes a clock that differs from the server's. `offsetMs` is negative if the clock is behind. */
export function describeClockOffset(offsetMs: number | undefined): string {
  if (offsetMs === undefined || Math.abs(offsetMs) < minuteMs) {
    return 'The times of the sign-in do not match this computer’s clock. Check its date, time and time zone, then sign in again.';
  }
  return `This computer’s clock is ${describeDuration(offsetMs)} ${offsetMs > 0 ? 'ahead' : 'behind'}. Correct it, then sign in again.`;
}

/** Measures how far this computer's clock is ahead of the server's, in milliseconds. */
async function measureClockOffset(): Promise<number | undefined> {
  try {
    const response = await fetch('/favicon.svg', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    });
    const server = Date.parse(response.headers.get('date') ?? '');
    return Number.isNaN(server) ? undefined : Date.now() - server;
  } catch {
    return undefined;
  }
}

export async function describeClock(): Promise<string> {
  return describeClockOffset(await measureClockOffset());
}
