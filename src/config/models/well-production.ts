import type { Model } from '#contract/model.ts';
import { basinTimeZone } from '#lib/calendar.ts';

/** Manually entered pumping hours of wells. A published entry is a daily value of Hours Pumped. */
export const wellProduction: Model = {
  name: 'well-production',
  table: 'well_production',
  label: 'Well Production',
  singular: 'entry',
  description: 'Manually entered pumping hours. A published entry becomes part of the well’s time series.',
  titleField: 'well',
  columns: ['well', 'reading_date', 'hours_pumped', 'method', 'meter_reading'],
  order: { field: 'reading_date', direction: 'descending' },
  unique: ['well', 'reading_date'],
  views: ['TABLE', 'LIST', 'CARD'],
  fields: [
    { kind: 'DROPDOWN', name: 'well', label: 'Well', required: true, choices: { lookup: 'wells' } },
    { kind: 'DATE', name: 'reading_date', label: 'Date', required: true },
    {
      kind: 'NUMBER',
      name: 'hours_pumped',
      label: 'Hours Pumped',
      min: 0,
      max: 24,
      required: true,
      hint: 'Hours on that day.',
    },
    { kind: 'DIVIDER', name: 'before_reading' },
    { kind: 'TIME', name: 'reading_time', label: 'Time of Reading', hint: `In ${basinTimeZone()}.` },
    { kind: 'NUMBER', name: 'meter_reading', label: 'Meter Reading', min: 0, max: 1e9 },
    {
      kind: 'DROPDOWN',
      name: 'method',
      label: 'Method',
      required: true,
      choices: {
        options: ['Hour meter', 'Power records', 'Operator’s log', 'Estimated'].map((value) => ({
          value,
          label: value,
        })),
      },
    },
    { kind: 'MULTILINE_TEXT', name: 'remarks', label: 'Remarks', maxLength: 1000 },
  ],
};
