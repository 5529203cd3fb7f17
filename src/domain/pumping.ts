/** How hours were read; the choices of an entry's method. */
export const pumpingMethods = ['Hour meter', 'Power records', 'Operator’s log', 'Estimated'] as const;

export const maxHours = 24;
export const maxMeterReading = 1e9;
export const maxRemarks = 1000;
