import * as z from 'zod/mini';

/** A query that is refused with the names of parameters that it does not have. */
export const strictQuery = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has no parameter ${issue.keys?.join(', ')}` : undefined,
  });
