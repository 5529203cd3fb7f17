import * as z from 'zod/mini';

/**
 * What the first import removes: the synthetic values of so many series, and content records that nobody has edited. No
 * series if the portal is no demonstration.
 */
export const Demonstration = z.object({ series: z.int(), records: z.int() });
export type Demonstration = z.output<typeof Demonstration>;
