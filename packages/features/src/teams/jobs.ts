import { handleJob } from '@tally/kernel';
import { tell, tellJob } from './service/tell.ts';

export const jobs = [handleJob(tellJob, async (ctx, telling) => await tell(ctx, telling))];
