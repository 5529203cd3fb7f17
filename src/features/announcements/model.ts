import { notBefore } from '#config/models/rules.ts';
import type { Model } from '#contract/records/model.ts';
import { basinTimeZone } from '#lib/basin-clock.ts';

/** Notices shown to everyone above the screens until dismissed. */
export const announcementModel: Model = {
  name: 'announcements',
  table: 'announcement',
  label: 'Announcements',
  singular: 'announcement',
  plural: 'announcements',
  article: 'an',
  description: 'Notices above all screens, for visitors too, during their period.',
  mayRead: 'open',
  shownOn: 'above the home page, the map, Today and all other screens',
  period: { from: 'starts_at', until: 'ends_at' },
  titleField: 'title',
  columns: ['title', 'severity', 'starts_at', 'ends_at'],
  order: { field: 'starts_at', direction: 'descending' },
  views: ['TABLE', 'LIST', 'CARD'],
  rules: [notBefore('starts_at', 'ends_at', 'The end is before the start.')],
  fields: [
    { kind: 'TEXT', name: 'title', label: 'Title', required: true, maxLength: 120 },
    { kind: 'MULTILINE_TEXT', name: 'message', label: 'Message', required: true, maxLength: 600 },
    {
      kind: 'DROPDOWN',
      name: 'severity',
      label: 'Severity',
      required: true,
      choices: {
        options: [
          { value: 'info', label: 'Information' },
          { value: 'warning', label: 'Warning' },
        ],
      },
    },
    {
      kind: 'DATETIME',
      name: 'starts_at',
      label: 'Shown From',
      hint: `In ${basinTimeZone()}. If empty, immediately.`,
    },
    {
      kind: 'DATETIME',
      name: 'ends_at',
      label: 'Shown Until',
      hint: `In ${basinTimeZone()}. If empty, until it is unpublished.`,
    },
  ],
};
