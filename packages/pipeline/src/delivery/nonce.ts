import { hash } from 'node:crypto';

/**
 * Discord drops a second message of the same author with the same nonce within a few minutes and answers with the
 * first one, so a repeated attempt after a lost reply stays one message. At most 25 characters.
 * https://docs.discord.com/developers/resources/message#create-message
 */
export const nonceOf = (dedupeKey: string): string => hash('sha256', dedupeKey, 'base64url').slice(0, 25);
