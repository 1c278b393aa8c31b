const pattern = /^\/dashboard\/((server|user)\/(\d{5,20}))(?:\/|$)/;

/** Reads the subject of a dashboard URL. `named` is its stored form. */
export function inPath(path: string): { named: string; kind: 'server' | 'user'; id: string } | undefined {
  const [, named, kind, id] = pattern.exec(path) ?? [];
  return named && id && (kind === 'server' || kind === 'user') ? { named, kind, id } : undefined;
}
