import type { RegisterFeature } from '#server/feature-services.ts';
import { runEvaluations } from './clock.ts';
import { registerMailRoutes } from './mail/index.ts';
import { registerRuleRoutes } from './rule-routes.ts';

/** Registers rules and mails, evaluates the rules and sends the mails while the portal runs. */
export const registerRoutes: RegisterFeature = (app, services) => {
  registerRuleRoutes(app, services);
  registerMailRoutes(app, services);
  let stopEvaluations = async () => {};
  app.addHook('onListen', async () => {
    stopEvaluations = runEvaluations({
      store: services.store,
      capacities: services.basin.siteFacts.capacities,
      onError: (message) => app.log.error(message),
    });
  });
  app.addHook('preClose', () => stopEvaluations());
};
