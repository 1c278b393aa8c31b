const pattern = /^\/dashboard\/((server|user)\/(\d{5,20}))(?:\/|$)/;

/** Whom an address of the dashboard is about. `named` is how the last choice is remembered. */
export function inPath(path: string): { named: string; kind: 'server' | 'user'; id: string } | undefined {
  const [, named, kind, id] = pattern.exec(path) ?? [];
  return named && id && (kind === 'server' || kind === 'user') ? { named, kind, id } : undefined;
}
