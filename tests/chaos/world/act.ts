import type { Sim } from '@tally/sim/start';

/** Performs a person's action in the simulated world. */
export function act(sim: Sim, world: 'discord' | 'kick' | 'twitch', action: string, body: object = {}): unknown {
  const control = sim.worlds.get(world)?.controls[action];
  if (!control) throw new Error(`The simulated ${world} has no action ${action}.`);
  return control(body);
}
