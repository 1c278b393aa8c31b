export const linkOf = (webUrl: string, code: string): string => `${webUrl}/teams/join/${code}`;

/** Enough to distinguish invitations, too little to join with. */
export const shortOf = (code: string): string => `${code.slice(0, 4)}…`;
