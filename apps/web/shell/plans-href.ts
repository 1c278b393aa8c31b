const inPath = /^\/dashboard\/server\/(\d{5,20})(?:\/|$)/;

/** The plans, with what they would bring to the server whose page this is. */
export function plansHref(path: string): string {
  const serverId = inPath.exec(path)?.[1];
  return serverId ? `/premium?server=${serverId}` : '/premium';
}
