import { handleJob } from '@tally/kernel';
import { notifyJob, tell } from './service/notify.ts';

export const jobs = [handleJob(notifyJob, async (ctx, telling) => await tell(ctx, telling))];
