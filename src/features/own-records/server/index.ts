import type { RegisterFeature } from '#server/feature-services.ts';

export const registerRoutes: RegisterFeature = () => {};
