/** What `work` gives, or a rejection with `late()` when that takes longer than `milliseconds`. */
export async function withTimeout<T>(
  pending: Promise<T>,
  timeoutMs: number,
  createError: () => Error,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(createError()), timeoutMs);
  try {
    return await Promise.race([pending, promise]);
  } finally {
    clearTimeout(timer);
  }
}
