import { forgetOldKeys } from '@tally/infra/idempotency';
import { forgetOldTries } from '@tally/infra/tries';
import type { AnyHandledJob, Feature } from '@tally/kernel';
import { deliveryJobs } from '@tally/pipeline/delivery';
import { detectionJobs } from '@tally/pipeline/detection';
import { roleJobs } from '@tally/pipeline/roles';

/** Returns every job of the program. Processes that run no jobs need them too, because they queue them. */
export function listJobs(features: readonly Feature[]): readonly AnyHandledJob[] {
  const ofFeatures = features.flatMap((feature) => feature.jobs ?? []);
  return [...ofFeatures, ...detectionJobs, ...deliveryJobs, ...roleJobs, forgetOldKeys, forgetOldTries];
}
