import type { Model } from '#contract/records/model.ts';
import { maxHours, maxMeterReading, maxRemarks, pumpingMethods } from '#domain/pumping.ts';
import { basinTimeZone, todayInBasin } from '#lib/basin-clock.ts';
import { choicesOf } from './rules.ts';

/** Manually entered pumping hours of wells. A published entry is a daily value of Hours Pumped. */
export const wellProduction: Model = {
  name: 'well-production',
  table: 'well_production',
  label: 'Well Production',
  singular: 'entry',
  plural: 'entries',
  article: 'an',
  description: 'Manually entered pumping hours. A published entry becomes part of the well’s time series.',
  mayRead: 'signed-in',
  titleField: 'well',
  columns: ['well', 'reading_date', 'hours_pumped', 'method', 'meter_reading'],
  order: { field: 'reading_date', direction: 'descending' },
  unique: ['well', 'reading_date'],
  isRoutine: true,
  rules: [
    ({ reading_date }) =>
      String(reading_date) > todayInBasin(new Date())
        ? { path: 'reading_date', message: 'Enter a day up to today.' }
        : undefined,
  ],
  views: ['TABLE', 'LIST', 'CARD'],
  fields: [
    { kind: 'DROPDOWN', name: 'well', label: 'Well', required: true, choices: { lookup: 'wells' } },
    { kind: 'DATE', name: 'reading_date', label: 'Date', required: true },
    {
      kind: 'NUMBER',
      name: 'hours_pumped',
      label: 'Hours Pumped',
      min: 0,
      max: maxHours,
      required: true,
      hint: 'Hours on that day.',
    },
    { kind: 'DIVIDER', name: 'before_reading' },
    { kind: 'TIME', name: 'reading_time', label: 'Time of Reading', hint: `In ${basinTimeZone()}.` },
    { kind: 'NUMBER', name: 'meter_reading', label: 'Meter Reading', min: 0, max: maxMeterReading },
    {
      kind: 'DROPDOWN',
      name: 'method',
      label: 'Method',
      required: true,
      choices: choicesOf(pumpingMethods),
    },
    { kind: 'MULTILINE_TEXT', name: 'remarks', label: 'Remarks', maxLength: maxRemarks },
  ],
};
