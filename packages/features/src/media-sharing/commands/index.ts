import { media } from './media.ts';

export const commands = [media];
