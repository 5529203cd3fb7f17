/**
 * What a feature gives to the portal: each field is a hook. The platform asks the list of features for it, and knows none
 * of them by name. Its folder has this in `feature.ts`.
 */
export type Feature = {
  /** The name of its folder. */
  readonly name: string;
  /** Whether its folder and its line in the list can be deleted, and everything else builds and passes. */
  readonly isOptional: boolean;
  /** The features whose `index.ts` it imports. */
  readonly uses: readonly string[];
  /** Its calls of the API: the modules that hold them, each named like its constant, and their subject in the API reference. */
  readonly calls?: {
    readonly subject: string;
    readonly modules: readonly object[];
    /** They are described in a document of their own, and not in that of `/api`. */
    readonly isApart?: true;
  };
  /** Whether it has routes: `registerRoutes` of its `server/index.ts`. */
  readonly hasServer: boolean;
};
