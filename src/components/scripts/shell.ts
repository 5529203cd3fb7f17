import { startDemoNote } from './demo.ts';
import { startSession } from './session.ts';
import { startSidebar } from './sidebar.ts';
import { startThemeSwitch } from './theme-switch.ts';
import { startYear } from './year.ts';

startThemeSwitch();
startSidebar();
startSession();
startYear();
startDemoNote();
