export const linkOf = (webUrl: string, code: string): string => `${webUrl}/teams/join/${code}`;

/** Enough to tell invitations apart, too little to join by it. */
export const shortOf = (code: string): string => `${code.slice(0, 4)}…`;
