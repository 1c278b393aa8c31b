import { z } from 'zod';
import { InstallationCheck } from '../admin/calls.ts';
import { anyone, dev, user } from '../wire/access.ts';
import { sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { line } from '../wire/fields.ts';
import { type SetupStep, setupSteps } from './steps.ts';

const steps = Object.keys(setupSteps) as [SetupStep, ...SetupStep[]];

/** `isFixed` means that the environment sets it. A secret has no `value`, because it never leaves the server. */
const HouseSetting = z
  .object({ name: z.string(), isSet: z.boolean(), isFixed: z.boolean(), value: z.string().nullable() })
  .meta({ id: 'HouseSetting' });
export type HouseSetting = z.infer<typeof HouseSetting>;

export const Setup = z
  .object({
    settings: z.array(HouseSetting),
    /** True if Discord is real, not simulated. */
    isReal: z.boolean(),
    /** True if stored values wait for a restart. */
    isPending: z.boolean(),
    hasOwner: z.boolean(),
    /** Our URLs after the next restart, for the portals of Discord and the platforms. */
    webUrl: z.string(),
    apiUrl: z.string(),
    database: z.enum(['postgres', 'builtIn']),
  })
  .meta({ id: 'Setup' });
export type Setup = z.infer<typeof Setup>;

/** The result of saving. Values that a service refuses are not stored. */
export const SetupSaved = z
  .object({
    isSaved: z.boolean(),
    checks: z.array(InstallationCheck),
    /** Discord's privileged intents, and whether they are on. Empty if Discord did not return them. */
    intents: z.array(z.object({ name: z.string(), isOn: z.boolean() })),
    setup: Setup,
  })
  .meta({ id: 'SetupSaved' });
export type SetupSaved = z.infer<typeof SetupSaved>;

/** The setup word is in the log. It works while the installation has no owner. */
const word = line(64, 0);
const params = z.object({ step: z.enum(steps) });
/** Null removes a value. A name that is absent keeps its value. */
const value = line(1_000, 0).nullable().optional();
const values = z.object(
  Object.fromEntries(
    Object.values(setupSteps)
      .flat()
      .map((name) => [name, value]),
  ),
);

export const setup = {
  openSetup: endpoint({
    method: 'POST',
    path: '/setup',
    summary: 'The settings of a new installation, for a person with the word from its log.',
    access: anyone,
    body: z.object({ word }),
    reply: Setup,
  }),
  setUp: endpoint({
    method: 'PUT',
    path: '/setup/steps/{step}',
    summary: 'Tests the values of one step and stores them.',
    access: anyone,
    params,
    body: z.object({ word, values }),
    reply: SetupSaved,
  }),
  restartSetup: endpoint({
    method: 'POST',
    path: '/setup/restart',
    summary: 'Restarts every process that has outdated values.',
    access: anyone,
    body: z.object({ word }),
    reply: sentence,
  }),
  becomeOwner: endpoint({
    method: 'POST',
    path: '/setup/owner',
    summary: 'Makes the caller the owner of an installation without one. The word stops working.',
    access: user,
    body: z.object({ word }),
    reply: sentence,
  }),
  getHouseSettings: endpoint({
    method: 'GET',
    path: '/admin/setup',
    summary: 'The settings of this installation, for its owner.',
    access: dev,
    reply: Setup,
  }),
  changeHouseSettings: endpoint({
    method: 'PUT',
    path: '/admin/setup/{step}',
    summary: 'Tests the values of one step and stores them. Owners only.',
    access: dev,
    isSlow: true,
    params,
    body: z.object({ values }),
    reply: SetupSaved,
  }),
  restartHouse: endpoint({
    method: 'POST',
    path: '/admin/setup/restart',
    summary: 'Restarts every process that has outdated values. Owners only.',
    access: dev,
    reply: sentence,
  }),
} as const satisfies Home;
