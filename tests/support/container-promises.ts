import * as z from 'zod/mini';
import { serverMemory } from '../../src/commands/support/process.mjs';
import { commandOf, environmentOf, parseDockerfile, type Stage, valuesOf } from './dockerfile.ts';

const Service = z.looseObject({
  image: z.optional(z.string()),
  build: z.optional(z.looseObject({ args: z.optional(z.record(z.string(), z.string())) })),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  ports: z.optional(z.array(z.string())),
  networks: z.array(z.string()),
  depends_on: z.optional(z.record(z.string(), z.object({ condition: z.string() }))),
  healthcheck: z.optional(z.looseObject({ test: z.array(z.string()) })),
  restart: z.optional(z.string()),
  read_only: z.optional(z.boolean()),
  privileged: z.optional(z.boolean()),
  cap_drop: z.optional(z.array(z.string())),
  security_opt: z.optional(z.array(z.string())),
  stop_grace_period: z.optional(z.string()),
});
type Service = z.output<typeof Service>;

const Compose = z.looseObject({
  services: z.object({ portal: Service, database: Service }),
  networks: z.record(z.string(), z.looseObject({ internal: z.optional(z.boolean()) })),
});

/** The files that say how the portal runs in a container. */
export type ContainerFiles = {
  readonly dockerfile: string;
  /** The parsed compose file. */
  readonly compose: unknown;
  readonly dockerignore: string;
  /** The version of Node that the tests run with. */
  readonly nodeVersion: string;
};

/** Seconds that the portal takes to stop at most, without its SHUTDOWN_DELAY_SECONDS. */
const stopSeconds = 27;
const pinned = /^[\w./-]+:\d+\.\d+[\w.-]*(@sha256:[\da-f]{64})?$/;
const secretName = /PASSWORD|SECRET|TOKEN|DSN|ACCESS_KEY|API_KEY/;

/** Lists the promises to operators that the files break. */
export function findBrokenPromises(files: ContainerFiles): readonly string[] {
  return [
    ...brokenByImage(files),
    ...brokenByIgnoring(files.dockerignore),
    ...brokenByCompose(files.compose),
  ];
}

function brokenByImage({ dockerfile, nodeVersion }: ContainerFiles): readonly string[] {
  const stages = parseDockerfile(dockerfile);
  const last = stages.at(-1);
  if (!last || stages.length < 2) return ['The image has several stages.'];
  const instructions = stages.flatMap(({ instructions: own }) => own);
  const names = last.instructions.map(({ name }) => name);
  const [user = ''] = valuesOf(last, 'USER');
  const environment = environmentOf(last);
  return broken({
    'Every base has a pinned version.': stages.every(({ image }) => pinned.test(image)),
    'Node has the version of the tests.': stages.every(({ image }) =>
      image.startsWith(`node:${nodeVersion}-`),
    ),
    'The image runs as a user with a number, not as root.': /^[1-9]\d*:[1-9]\d*$/.test(user),
    'Nothing runs as root after the user is set.': !names.slice(names.indexOf('USER')).includes('RUN'),
    'There is one volume, /data, and it is the data folder.':
      valuesOf(last, 'VOLUME').join() === '/data' && environment.DATA_DIR === '/data',
    'The portal is stopped by SIGTERM.': valuesOf(last, 'STOPSIGNAL').join() === 'SIGTERM',
    'The health check asks for readiness.': asksForReadiness(valuesOf(last, 'HEALTHCHECK')),
    'The command needs no shell, so that it gets the signal.': isServerCommand(last),
    'It responds to other computers, and logs for programs.':
      environment.HOST === '0.0.0.0' &&
      environment.LOG_PRETTY === 'off' &&
      environment.NODE_ENV === 'production',
    'It returns memory as npm start does.': Object.entries(serverMemory.environment).every(
      ([name, value]) => environment[name] === value,
    ),
    'A demonstration is never allowed by default.': !/PORTAL_ALLOW_DEMO|DEMO_DATA/.test(dockerfile),
    'The image has no secret.': instructions
      .filter(({ name }) => name === 'ENV' || name === 'ARG')
      .every(({ value }) => !secretName.test(value.replaceAll('PUBLIC_MAPBOX_TOKEN', ''))),
    'Packages are those of the lock file.':
      /\bnpm ci\b/.test(dockerfile) && !/\bnpm (i|install|add)\b/.test(dockerfile),
    'Packages of development are not in the image.': /\bnpm prune --omit=dev\b/.test(dockerfile),
    'Nothing is downloaded beside packages.': !/\b(curl|wget|apt-get|git clone)\b|^ADD\b/m.test(dockerfile),
    'The image takes only built parts.': valuesOf(last, 'COPY').every((value) =>
      value.startsWith('--from=build '),
    ),
  });
}

function asksForReadiness([check]: readonly string[]): boolean {
  return check !== undefined && commandOf(check).join(' ') === 'node src/commands/check-ready.mjs';
}

function isServerCommand(stage: Stage): boolean {
  const [command = '[]'] = valuesOf(stage, 'CMD');
  const expected = ['node', ...serverMemory.flags, 'src/commands/serve.ts'];
  return command.startsWith('[') && commandOf(command).join(' ') === expected.join(' ');
}

function brokenByIgnoring(dockerignore: string): readonly string[] {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return broken({
    'Only named files get into the image.': lines[0] === '*',
    'Settings and data are not among them.': allowed.every(
      (name) => !/^(\.|\.env.*|\.data|\.git|tests|node_modules|dist|\*.*)$/.test(name),
    ),
    'Settings in a subfolder are not, either.': lines.indexOf('**/.env*') > lines.lastIndexOf('!src'),
  });
}

function brokenByCompose(compose: unknown): readonly string[] {
  const { services, networks } = Compose.parse(compose);
  const { portal, database } = services;
  const both: readonly Service[] = [portal, database];
  const delay = Number(portal.environment.SHUTDOWN_DELAY_SECONDS);
  return broken({
    'The database has a pinned version.': pinned.test(database.image ?? ''),
    'The portal waits for a healthy database.': portal.depends_on?.database?.condition === 'service_healthy',
    'Both have health checks.': both.every(({ healthcheck }) => healthcheck),
    'The portal’s health check asks for readiness.':
      portal.healthcheck?.test.join(' ') === 'CMD node src/commands/check-ready.mjs',
    'The portal has time to stop.':
      Number.parseInt(portal.stop_grace_period ?? '0', 10) >= stopSeconds + delay,
    'The portal’s files are read-only.': portal.read_only === true,
    'The portal has one volume.':
      portal.volumes.length === 1 && portal.volumes[0]?.endsWith(':/data') === true,
    'The portal has no capabilities.': portal.cap_drop?.includes('ALL') === true,
    'Neither gains privileges.': both.every(
      ({ security_opt, privileged }) => security_opt?.includes('no-new-privileges:true') && !privileged,
    ),
    'The portal is published to this computer only, behind a proxy.':
      portal.ports?.every((port) => port.startsWith('127.0.0.1:')) === true,
    'The database is not published.': !database.ports && isInside(database, networks),
    'A demonstration is never allowed by default.':
      /^\$\{\w+:-off\}$/.test(portal.environment.PORTAL_ALLOW_DEMO ?? '') &&
      /^\$\{\w+:-off\}$/.test(portal.environment.DEMO_DATA ?? ''),
    'No secret is written down.': both
      .flatMap(({ environment }) => Object.entries(environment))
      .every(([name, value]) => !/PASSWORD|SECRET|_TOKEN|_URL|DSN/.test(name) || /\$\{\w+/.test(value)),
    'No secret becomes a part of the image.': Object.keys(portal.build?.args ?? {}).every(
      (name) => name.startsWith('PUBLIC_') || ['BASIN_FILE', 'PORTAL_ORIGIN'].includes(name),
    ),
    'Both start again after a failure.': both.every(({ restart }) => restart === 'unless-stopped'),
  });
}

function isInside(service: Service, networks: z.output<typeof Compose>['networks']): boolean {
  return service.networks.every((name) => networks[name]?.internal === true);
}

function broken(promises: Readonly<Record<string, boolean | undefined>>): readonly string[] {
  return Object.entries(promises)
    .filter(([, isHeld]) => isHeld !== true)
    .map(([promise]) => promise);
}
