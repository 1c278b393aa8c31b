export const linkOf = (webUrl: string, code: string): string => `${webUrl}/teams/join/${code}`;

/** Returns a part of the code, which is enough to distinguish invitations but not to join. */
export const shortOf = (code: string): string => `${code.slice(0, 4)}…`;
