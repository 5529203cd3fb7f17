import { useStore } from '@nanostores/react';
import { $toasts, closeToast, pauseToasts, resumeToasts } from './toasts.ts';

/** What a screen's list of messages needs, whatever draws it. */
export function useToasts() {
  const toasts = useStore($toasts);
  return { toasts, onClose: closeToast, onPause: pauseToasts, onResume: resumeToasts };
}
