import { z } from 'zod';
import { type Control, ControlError } from '../world.ts';
import type { Doors } from './doors.ts';

type Bodies = Readonly<Record<string, z.ZodType>>;
export type Runs<B extends Bodies> = { [Name in keyof B]: (body: z.output<B[Name]>) => unknown };

/** The body of `drop`, which interrupts the connection of a stream for a while. */
export const dropBody = z.strictObject({
  who: z.string(),
  minutes: z.number().min(0).max(100_000).default(3),
  returnsAs: z.enum(['same stream', 'new stream', 'nothing']).default('same stream'),
});
export type Drop = Omit<z.output<typeof dropBody>, 'who'>;

/** Creates the actions of a world. Each reads its body, runs, and notifies watchers. */
export function createControls<const B extends Bodies>(
  world: { readonly doors: Pick<Doors, 'changed'> },
  bodies: B,
  runs: Runs<B>,
): Record<string, Control> {
  const control = (name: keyof B & string): Control => {
    const schema = bodies[name] as B[typeof name];
    return (body) => {
      const read = schema.safeParse(body);
      if (!read.success) throw new ControlError(400, z.prettifyError(read.error));
      const answer = runs[name](read.data) ?? {};
      world.doors.changed(name);
      return answer;
    };
  };
  return Object.fromEntries(Object.keys(bodies).map((name) => [name, control(name)]));
}
