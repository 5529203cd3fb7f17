import type { RegisterFeature } from '#server/feature-services.ts';
import { runEvaluations } from './clock.ts';
import { registerRuleRoutes } from './rule-routes.ts';

/** Registers the rules of people, and evaluates them while the portal runs. */
export const registerRoutes: RegisterFeature = (app, services) => {
  registerRuleRoutes(app, services);
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
