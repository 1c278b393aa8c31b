import { handleJob } from '@tally/kernel';
import { tellVoters, tellVotersJob } from './service/decide.ts';
import { tellStaff, tellStaffJob } from './service/write.ts';

export const jobs = [
  handleJob(tellStaffJob, async (ctx, { wishId }) => await tellStaff(ctx, wishId)),
  handleJob(tellVotersJob, async (ctx, told) => await tellVoters(ctx, told)),
];
