/** When everything is compared: noon of a day in the basin on which outlooks are issued. */
export const frozenAt = new Date('2026-05-15T18:00:00Z');
/** The last day of the demonstration's values then. */
export const frozenThrough = '2026-05-14';
