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

type Timer = { handle: ReturnType<typeof setTimeout>; startedAt: number; remainingMs: number };
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

/** Stops the timers, while a visitor reads. */
export function pauseToasts(): void {
  for (const [id, timer] of timers) {
    clearTimeout(timer.handle);
    timers.set(id, {
      ...timer,
      remainingMs: Math.max(0, timer.remainingMs - (Date.now() - timer.startedAt)),
    });
  }
}

export function resumeToasts(): void {
  for (const [id, timer] of timers) startTimer(id, timer.remainingMs);
}

function startTimer(id: number, remainingMs: number): void {
  const before = timers.get(id);
  if (before) clearTimeout(before.handle);
  timers.set(id, {
    handle: setTimeout(() => closeToast(id), remainingMs),
    startedAt: Date.now(),
    remainingMs,
  });
}

function clearTimer(id: number): void {
  const timer = timers.get(id);
  if (timer) clearTimeout(timer.handle);
  timers.delete(id);
}
