/**
 * The chance that a value of Student's t distribution is at most `t`, by the finite series for whole degrees of freedom
 * (Abramowitz and Stegun, 1964, Handbook of Mathematical Functions, 26.7.3 and 26.7.4).
 * @example studentTCumulative(0, 5) // 0.5
 * @throws RangeError for degrees of freedom that are no whole number above zero
 */
export function studentTCumulative(t: number, degreesOfFreedom: number): number {
  if (!Number.isSafeInteger(degreesOfFreedom) || degreesOfFreedom < 1) {
    throw new RangeError('degrees of freedom are a whole number above zero');
  }
  const angle = Math.atan(Math.abs(t) / Math.sqrt(degreesOfFreedom));
  const cosine = Math.cos(angle);
  const isOdd = degreesOfFreedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degreesOfFreedom === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power <= degreesOfFreedom - 2; power += 2) {
    term *= ((power - 1) / power) * cosine * cosine;
    sum += term;
  }
  const within = isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
  return 0.5 + (Math.sign(t) * within) / 2;
}

/**
 * The value that Student's t distribution stays below with the chance `p`.
 * @example studentTQuantile(0.9, 36) // 1.3055
 * @throws RangeError for a chance that is not between 0 and 1
 */
export function studentTQuantile(p: number, degreesOfFreedom: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError('a chance lies between 0 and 1');
  if (p < 0.5) return -studentTQuantile(1 - p, degreesOfFreedom);
  let [low, high] = [0, 1];
  while (studentTCumulative(high, degreesOfFreedom) < p) high *= 2;
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (studentTCumulative(middle, degreesOfFreedom) < p) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The chance that a value of the F distribution is above `f`, for one or two numerator degrees of freedom: the square of
 * Student's t, and (1 + 2f ÷ d)^(−d ÷ 2).
 */
export function fSurvival(f: number, numerator: 1 | 2, denominator: number): number {
  if (numerator === 1) return 2 * (1 - studentTCumulative(Math.sqrt(f), denominator));
  return (1 + (2 * f) / denominator) ** (-denominator / 2);
}
