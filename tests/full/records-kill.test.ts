import { describeKills } from '../support/publish-and-kill.ts';

describeKills(200);
