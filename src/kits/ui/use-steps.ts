import { useEffect, useState } from 'react';

/**
 * Counts from 0 up to `last`, one step per task. What a screen mounts by steps is mounted in several short tasks, between
 * which the page draws and answers.
 */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return;
    const timer = setTimeout(() => setStep(step + 1));
    return () => clearTimeout(timer);
  }, [step, last]);
  return step;
}
