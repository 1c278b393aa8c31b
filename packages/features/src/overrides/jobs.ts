import { handleJob } from '@tally/kernel';
import { endQuietHours, sendDigests } from './service/digest.ts';

export const jobs = [handleJob(endQuietHours, async (ctx) => await sendDigests(ctx))];
