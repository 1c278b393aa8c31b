/** Shared by the embedded players: their faults, and their panel. */
import { z } from 'zod';
import type { Action, Panel } from '../../actions.ts';
import type { Control, Seed } from '../../world.ts';
import { createControls as controlsOf } from '../controls.ts';
import type { Doors, SeenRequest } from '../doors.ts';
import { choiceField } from '../fields.ts';

export const playerTroubles = ['never starts', 'error', 'blocked', 'stall', 'jump to the end'] as const;

export interface PlayerTrouble {
  readonly kind: (typeof playerTroubles)[number];
  /** The player's own number, for an error. */
  readonly code: number | null;
  /** Only this one; null: all. */
  readonly video: string | null;
}

export interface PlayerWorld {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  troubles: PlayerTrouble[];
  opened: number;
}

export const createPlayerWorld = (doors: Doors, _seed: Seed): PlayerWorld => ({
  doors,
  requests: [],
  troubles: [],
  opened: 0,
});

/** Open pages change immediately, later ones when they load. */
export const playerControls =
  (codes: readonly [number, ...number[]]) =>
  (world: PlayerWorld): Record<string, Control> => {
    const tell = () => world.doors.tell('SIGNAL', { troubles: world.troubles });
    return controlsOf(
      world,
      {
        trouble: z.strictObject({
          kind: z.enum(playerTroubles),
          code: z.coerce
            .number()
            .refine((code) => codes.includes(code), `the player knows ${codes.join(', ')}`)
            .default(codes[0]),
          video: z.string().optional(),
        }),
        calm: z.strictObject({}),
      },
      {
        trouble({ kind, code, video }) {
          world.troubles.push({ kind, code: kind === 'error' ? code : null, video: video || null });
          tell();
        },
        calm() {
          world.troubles = [];
          tell();
        },
      },
    );
  };

export const playerPanel = (
  world: PlayerWorld,
  about: { title: string; mark: string; codes: readonly number[] },
): Panel => ({
  title: about.title,
  mark: about.mark,
  subjects: [],
  actions: troubleActions(about.codes),
  facts: [
    { label: 'Players opened', value: String(world.opened) },
    {
      label: 'Trouble',
      value: world.troubles.map(({ kind, code }) => (code === null ? kind : `${kind} ${code}`)).join(', ') || 'none',
      isOdd: world.troubles.length > 0,
    },
  ],
});

const troubleActions = (codes: readonly number[]): Action[] => [
  {
    name: 'trouble',
    label: 'Disturb the players',
    group: 'Trouble',
    hint: 'Open players change immediately, until you reset them.',
    fields: [
      choiceField('kind', 'How', playerTroubles),
      {
        name: 'code',
        label: 'Number of the error',
        kind: 'choice',
        value: String(codes[0]),
        choices: codes.map((code) => ({ value: String(code), label: String(code) })),
      },
      { name: 'video', label: 'Only this video', kind: 'text', isOptional: true },
    ],
  },
  { name: 'calm', label: 'Leave them alone', group: 'Trouble', fields: [] },
];
