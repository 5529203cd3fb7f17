/** Demonstration stations, one of each kind, including some that report late, have ended, or are read by hand. */
export const demoSample = new Set([
  '13037500',
  '13120000',
  '13090000',
  '13095500',
  '764:WY:SNTL',
  'HEN',
  '434657112282201',
  '432854113201001',
  '13038431',
  '13054031',
  'RCH-MP31',
  '13095360',
  'TWFI',
  'RG-NEEL-MINI',
]);
