import { handleJob } from '@tally/kernel';
import { notifyVoters, notifyVotersJob } from './service/decide.ts';
import { notifyStaff, notifyStaffJob } from './service/write.ts';

export const jobs = [
  handleJob(notifyStaffJob, async (ctx, { wishId }) => await notifyStaff(ctx, wishId)),
  handleJob(notifyVotersJob, async (ctx, told) => await notifyVoters(ctx, told)),
];
