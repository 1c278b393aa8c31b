import { z } from 'zod';
import { isoDate } from './codecs.ts';
import { count, line, RowId, text } from './fields.ts';
import { Platform } from './platforms.ts';
import { onVersion, versioned } from './record-version.ts';

/** What can be well or not, each for itself. First what is ours, then whom we depend on. */
export const ourComponents = ['api', 'pages', 'gateway', 'sending'] as const;
export const Component = z.enum([...ourComponents, 'billing', ...Platform.options]);
export type Component = z.infer<typeof Component>;

export const isOurs = (component: Component): boolean => (ourComponents as readonly Component[]).includes(component);

/** How badly an incident affects its components, mildest first. */
export const Impact = z.enum(['degraded', 'partial', 'major']);
export type Impact = z.infer<typeof Impact>;

/** `unknown`: there is no recent sample, for example because no server follows a streamer there. */
export const ComponentState = z.enum(['operational', 'unknown', 'maintenance', ...Impact.options]);
export type ComponentState = z.infer<typeof ComponentState>;

/** A day in UTC. It counts half minutes: those sampled, with those of an incident as bad ones. */
export const HealthDay = z
  .object({
    day: z.iso.date(),
    good: count,
    bad: count,
    /** The gravest state of the day. `unknown`: nothing was measured and no incident was open. */
    state: ComponentState,
  })
  .meta({ id: 'HealthDay' });
export type HealthDay = z.infer<typeof HealthDay>;

export const ComponentHealth = z
  .object({
    component: Component,
    state: ComponentState,
    /** The first day of the ninety that was measured. Null: none was. */
    since: z.iso.date().nullable(),
    /** The share of good samples on the measured days, from 0 to 1. Null: none was measured. */
    share: z.number().min(0).max(1).nullable(),
    /** The days of the last ninety with a sample or an incident, oldest first. */
    days: z.array(HealthDay),
  })
  .meta({ id: 'ComponentHealth' });
export type ComponentHealth = z.infer<typeof ComponentHealth>;

/** How far an incident is; the last two are a maintenance's before and during it. */
export const IncidentState = z.enum(['found', 'known', 'watched', 'over', 'planned', 'underway']);
export type IncidentState = z.infer<typeof IncidentState>;
/** What can be told of an incident. Of a maintenance its hours tell. */
export const toldStates = ['found', 'known', 'watched', 'over'] as const;

export const IncidentUpdate = z
  .object({
    state: z.enum(toldStates),
    /** Markdown. Empty: we noticed by ourselves, and the state says it all. */
    text: text(5000),
    at: isoDate,
  })
  .meta({ id: 'IncidentUpdate' });
export type IncidentUpdate = z.infer<typeof IncidentUpdate>;

const IncidentText = z.object({
  title: line(200),
  isMaintenance: z.boolean(),
  /** How badly its components are affected. It has no meaning for a maintenance. */
  impact: Impact,
  components: z.array(Component).min(1).max(Component.options.length),
  startsAt: isoDate,
  endsAt: isoDate.nullable(),
  /** What it was and what we do so that it does not come again. Markdown. */
  postMortem: text(20_000),
});

export const Incident = z
  .object({
    ...IncidentText.shape,
    incidentId: RowId,
    /** What readers of feeds know it by. */
    feedId: z.uuid(),
    /** Null: nobody has given it one. We noticed it by ourselves, and `cause` says what. */
    title: line(200).nullable(),
    /** `trouble`: a component did not answer. `gap`: we were not running. Null: written by staff. */
    cause: z.enum(['trouble', 'gap']).nullable(),
    state: IncidentState,
    /** Newest first. */
    updates: z.array(IncidentUpdate),
    ...versioned,
  })
  .meta({ id: 'Incident' });
export type Incident = z.infer<typeof Incident>;

export const StatusHistory = z
  .object({
    /** The gravest state of all components, and the components that are in it. */
    headline: z.object({ state: ComponentState, components: z.array(Component) }),
    components: z.array(ComponentHealth),
    /** The first and the last of the ninety days. */
    from: z.iso.date(),
    until: z.iso.date(),
    /** When we last looked. Null: never. */
    sampledAt: isoDate.nullable(),
    /** What is open or planned, and what began in the last ninety days, newest first. */
    incidents: z.array(Incident),
  })
  .meta({ id: 'StatusHistory' });
export type StatusHistory = z.infer<typeof StatusHistory>;

/** What every page says while it lasts. */
export const OpenIncident = Incident.pick({ incidentId: true, title: true, cause: true, components: true }).meta({
  id: 'OpenIncident',
});
export type OpenIncident = z.infer<typeof OpenIncident>;

export const IncidentBody = IncidentText.omit({ postMortem: true })
  .extend({
    impact: Impact.default('degraded'),
    /** The first thing that is told of it. */
    text: text(5000, 1),
  })
  .meta({ id: 'IncidentBody' });
export type IncidentBody = z.infer<typeof IncidentBody>;

export const IncidentPatch = IncidentText.omit({ isMaintenance: true }).partial().meta({ id: 'IncidentPatch' });
export type IncidentPatch = z.infer<typeof IncidentPatch>;

export const IncidentUpdateBody = z
  .object({ state: z.enum(toldStates), text: text(5000, 1) })
  .meta({ id: 'IncidentUpdateBody' });
export type IncidentUpdateBody = z.infer<typeof IncidentUpdateBody>;

export const namedIncident = z.object({ incidentId: RowId });
export const incidentVersion = z.object(onVersion);
