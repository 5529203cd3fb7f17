type PostgresHost = { readonly host: string; readonly port: number };

/** Which of several servers is wanted: one that can be written, one that only follows, or any. */
export type WantedRole = 'primary' | 'standby' | 'any';

export type PostgresUrl = {
  /** In the order in which they are tried. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  readonly wanted: WantedRole;
  /** The address of one of the servers, without `target_session_attrs`. */
  urlOf(host: PostgresHost): string;
};

const roles: Readonly<Record<string, WantedRole>> = {
  'read-write': 'primary',
  primary: 'primary',
  'read-only': 'standby',
  standby: 'standby',
  any: 'any',
  'prefer-standby': 'any',
};

/**
 * Parses an address of one or several servers, e.g. `postgres://portal@a:5432,b:5433/portal?target_session_attrs=read-write`.
 * Returns undefined if it is none.
 */
export function parsePostgresUrl(text: string): PostgresUrl | undefined {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)((?:\/[^?#]*)?)(\?[^#]*)?$/.exec(text);
  const [, start = '', list = '', path = '', query = ''] = parts ?? [];
  const [first, ...others] = list.split(',').map((host) => parseHost(list === '' ? 'localhost' : host));
  const parameters = new URLSearchParams(query);
  const wanted = roles[parameters.get('target_session_attrs') ?? 'any'];
  if (!parts || !first || others.includes(undefined) || !wanted) return undefined;
  parameters.delete('target_session_attrs');
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  const urlOf = ({ host, port }: PostgresHost) =>
    `${start}${host.includes(':') ? `[${host}]` : host}:${port}${path}${rest}`;
  if (!URL.canParse(urlOf(first))) return undefined;
  return { hosts: [first, ...others.filter((each) => each !== undefined)], wanted, urlOf };
}

function parseHost(text: string): PostgresHost | undefined {
  const [, host = '', port = '5432'] = /^(\[[\da-f:]+\]|[^:[\]]*)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === '') return undefined;
  // An IPv6 address has brackets in a URL only.
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

export function redactPassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):.*@/, '$1:…@');
}
