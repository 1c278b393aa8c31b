import type { ServerId } from '@tally/contract';
import { features } from '@tally/features/registry';
import type { Feature } from '@tally/kernel';
import { type ServerPlan, unlimited } from '../../packages/features/src/servers/service/plan.ts';

/** Returns every feature, with a plan for one server that includes everything except what the test removes. */
export function featuresWithPlan(serverId: ServerId, change: (plan: ServerPlan) => ServerPlan): readonly Feature[] {
  const serverPlans = async () => new Map([[serverId, change(unlimited)]]);
  return features.map((feature) => (feature.serverPlans ? { ...feature, serverPlans } : feature));
}
