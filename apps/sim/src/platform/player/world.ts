/** The parts that embedded players share: their faults, and their panel. */
import { z } from 'zod';
import type { Action, Panel } from '../../actions.ts';
import type { Control, Seed, Shared, WorldDefinition } from '../../world.ts';
import { answerText, type Route } from '../call.ts';
import { createControls as controlsOf } from '../controls.ts';
import type { Doors, SeenRequest } from '../doors.ts';
import { choiceField } from '../fields.ts';
import { openPlatform } from '../open.ts';

export const playerTroubles = ['never starts', 'error', 'blocked', 'stall', 'jump to the end'] as const;

export interface PlayerTrouble {
  readonly kind: (typeof playerTroubles)[number];
  /** The player's own number of the error. */
  readonly code: number | null;
  /** The only affected video. Null affects all videos. */
  readonly video: string | null;
}

export interface PlayerWorld {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  troubles: PlayerTrouble[];
  opened: number;
}

const create = (doors: Doors, _seed: Seed): PlayerWorld => ({
  doors,
  requests: [],
  troubles: [],
  opened: 0,
});

/** Open pages change immediately, later ones when they load. */
const controls =
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

interface Player {
  readonly name: string;
  readonly title: string;
  readonly mark: string;
  /** The player's own error numbers. A fault has the first one by default. */
  readonly codes: readonly [number, ...number[]];
  readonly routes: (world: PlayerWorld, shared: Shared) => readonly Route[];
}

/** Defines a platform's player at its URL, which other sites embed. */
export const definePlayer = ({ name, title, mark, codes, routes }: Player): WorldDefinition => ({
  name,
  prefix: `/${name}`,
  create: (shared) =>
    openPlatform<PlayerWorld>(shared, {
      name,
      create,
      routes: (world) => routes(world, shared),
      controls: controls(codes),
      summary: (world) => ({
        panel: describePanel(world, { title, mark, codes }),
        opened: world.opened,
        troubles: world.troubles,
        requests: world.requests,
      }),
      trouble: () => null,
      limited: () => answerText(429, 'Too Many Requests'),
      malformed: () => answerText(400, 'Bad Request'),
      isQuiet: () => false,
    }),
});

const describePanel = (
  world: PlayerWorld,
  { title, mark, codes }: Pick<Player, 'title' | 'mark' | 'codes'>,
): Panel => ({
  title,
  mark,
  subjects: [],
  actions: troubleActions(codes),
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
