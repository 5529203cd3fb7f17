import type { TestProject } from 'vitest/node';
import { createCluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server where test files make their own databases, if one can be had. */
    postgresUrl: string | undefined;
  }
}

/** One PostgreSQL for the whole run, where the run has tests of the API. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  project.provide('postgresUrl', given);
  const filters = process.argv.filter((parameter) => /^tests\/.*(?<!config\.ts)$/.test(parameter));
  const { testFiles } = await project.globTestFiles(filters);
  if (given || !testFiles.some((file) => /\/tests\/(api|full)\//.test(file))) return;
  const cluster = await createCluster();
  if ('unavailable' in cluster) {
    console.warn(
      `The tests on PostgreSQL are skipped: ${cluster.unavailable}, and TEST_DATABASE_URL is unset.`,
    );
    return;
  }
  project.provide('postgresUrl', cluster.url);
  return () => cluster.remove();
}
