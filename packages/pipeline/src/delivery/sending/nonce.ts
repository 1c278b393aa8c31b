import { hash } from 'node:crypto';

/**
 * For a few minutes Discord drops a second message with the same author and nonce and returns the first one. So a
 * retry after a lost reply does not post twice. At most 25 characters.
 * https://docs.discord.com/developers/resources/message#create-message
 */
export const nonceOf = (dedupeKey: string): string => hash('sha256', dedupeKey, 'base64url').slice(0, 25);
