import { features } from './index.ts';

type Contract = { readonly subject: string; readonly isApart: boolean; readonly module: object };

async function loadContracts(): Promise<readonly Contract[]> {
  const withCalls = features.flatMap(({ name, calls }) => (calls ? [{ name, ...calls }] : []));
  return Promise.all(
    withCalls.map(async ({ name, subject, isApart = false }) => ({
      subject,
      isApart,
      module: await import(`./${name}/contract.ts`),
    })),
  );
}

/** The contracts of the features that have calls, in the order of the list. */
export const featureContracts = await loadContracts();
