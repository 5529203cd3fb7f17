import type { RegisterFeature } from '#server/feature-services.ts';
import { runOnClock } from '#server/run-on-clock.ts';
import { checkEveryMs, createCheck } from './clock.ts';
import { registerMailRoutes } from './mail/index.ts';
import { registerRuleRoutes } from './rule-routes.ts';

/** Registers rules and mails, evaluates the rules and sends the mails while the portal runs. */
export const registerRoutes: RegisterFeature = (app, services) => {
  registerRuleRoutes(app, services);
  registerMailRoutes(app, services);
  const onError = (message: unknown) => app.log.error(message);
  const { store, basin } = services;
  const work = createCheck({ store, capacities: basin.siteFacts.capacities, onError });
  runOnClock(app, { everyMs: checkEveryMs, work, onError });
};
