import type { Feature } from '#contract/feature.ts';
import { announcementModel } from './model.ts';

export const announcements: Feature = {
  name: 'announcements',
  isOptional: true,
  uses: [],
  hasServer: false,
  models: [announcementModel],
  fills: ['every-page', 'page-notices'],
};
