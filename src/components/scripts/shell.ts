import { startDemoNote } from './demo.ts';
import { startDeveloperTools } from './developer.ts';
import { startGuard } from './guard.ts';
import { showSession } from './session.ts';
import { startSessionEnded } from './session-ended.ts';
import { startSidebar } from './sidebar.ts';
import { startThemeSwitch } from './theme-switch.ts';
import { startUserMenu } from './user-menu.ts';
import { startYear } from './year.ts';

startThemeSwitch();
startSidebar();
showSession();
startGuard();
startSessionEnded();
startUserMenu();
startDeveloperTools();
startYear();
startDemoNote();
