export { startAnnouncements as default } from '../screen/start.ts';
