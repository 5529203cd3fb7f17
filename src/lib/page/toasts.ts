import { atom } from 'nanostores';

export type ToastSeverity = 'info' | 'success' | 'warning' | 'error';

export type ToastOptions = {
  /** Stays until it is closed. */
  persistent?: boolean;
};

export type Toast = {
  readonly id: number;
  /** Always true: a toast that closes is removed. */
  readonly open: boolean;
  readonly message: string;
  readonly severity: ToastSeverity;
  readonly options: ToastOptions;
};

/** Milliseconds until a toast closes, unless persistent. */
const toastDuration = 6000;
const maxToasts = 4;

export const $toasts = atom<readonly Toast[]>([]);

/** Milliseconds that a toast stays at least after it was read, so that it does not vanish from under the pointer. */
const minRemaining = 1500;

/** What keeps all toasts open: the pointer over one of them, or the focus in one. */
export type ToastHold = 'pointer' | 'focus';

const holds = new Set<ToastHold>();

/** `endsAt` of a running timer, milliseconds since 1970; a stopped one has none. */
type Timer = { readonly remainingMs: number; readonly endsAt?: number; readonly handle?: number };
const timers = new Map<number, Timer>();
let lastId = 0;

/** Shows a message. @returns its id, for `closeToast` */
export function showToast(
  message: string,
  severity: ToastSeverity = 'info',
  options: ToastOptions = {},
): number {
  lastId += 1;
  const toast: Toast = { id: lastId, open: true, message, severity, options };
  const others = $toasts.get().filter((other) => other.message !== message);
  for (const removed of others.slice(0, Math.max(0, others.length - maxToasts + 1))) clearTimer(removed.id);
  $toasts.set([...others.slice(-(maxToasts - 1)), toast]);
  if (!options.persistent) startTimer(toast.id, toastDuration);
  return toast.id;
}

export function closeToast(id: number): void {
  clearTimer(id);
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Stops all timers while at least one hold lasts; after the last one they run on with the rest of their time. */
export function holdToasts(hold: ToastHold, isHeld: boolean): void {
  const wasHeld = holds.size > 0;
  if (isHeld) holds.add(hold);
  else holds.delete(hold);
  if (wasHeld === holds.size > 0) return;
  for (const [id, { endsAt, remainingMs }] of [...timers]) {
    const rest = endsAt === undefined ? remainingMs : endsAt - Date.now();
    startTimer(id, Math.max(rest, minRemaining));
  }
}

/** Starts a timer, or sets what it will start with while toasts are held. */
function startTimer(id: number, remainingMs: number): void {
  clearTimer(id);
  if (holds.size > 0) timers.set(id, { remainingMs });
  else {
    const handle = Number(setTimeout(() => closeToast(id), remainingMs));
    timers.set(id, { remainingMs, endsAt: Date.now() + remainingMs, handle });
  }
}

function clearTimer(id: number): void {
  clearTimeout(timers.get(id)?.handle);
  timers.delete(id);
}
