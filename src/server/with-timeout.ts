/** Resolves like `work`, or rejects with `late()` if that takes longer than `milliseconds`. */
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
