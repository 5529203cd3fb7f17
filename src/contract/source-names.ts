/** The agencies that series come from, as the basin file and the command line name them. */
export const sourceNames = ['usgs', 'nrcs', 'usbr', 'idwr', 'aquainfo'] as const;
