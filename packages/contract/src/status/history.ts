import { z } from 'zod';
import { Platform } from '../platforms/platform.ts';
import { isoDate } from '../wire/codecs.ts';
import { count, line, RowId, text } from '../wire/fields.ts';
import { onVersion, versioned } from '../wire/record-version.ts';

/** Components with a state of their own. Ours come first, then the services we depend on. */
export const ourComponents = ['api', 'pages', 'gateway', 'sending'] as const;
export const Component = z.enum([...ourComponents, 'billing', ...Platform.options]);
export type Component = z.infer<typeof Component>;

export const isOurs = (component: Component): boolean => (ourComponents as readonly Component[]).includes(component);

/** How badly an incident affects its components, from mild to severe. */
export const Impact = z.enum(['degraded', 'partial', 'major']);
export type Impact = z.infer<typeof Impact>;

/** `unknown` means no recent sample, for example because no server follows a streamer on the platform. */
export const ComponentState = z.enum(['operational', 'unknown', 'maintenance', ...Impact.options]);
export type ComponentState = z.infer<typeof ComponentState>;

/** A day in UTC, counted in sampled half minutes. Half minutes during an incident count as bad. */
export const HealthDay = z
  .object({
    day: z.iso.date(),
    good: count,
    bad: count,
    /** The worst state of the day. `unknown` means neither a sample nor an incident. */
    state: ComponentState,
  })
  .meta({ id: 'HealthDay' });
export type HealthDay = z.infer<typeof HealthDay>;

export const ComponentHealth = z
  .object({
    component: Component,
    state: ComponentState,
    /** The first measured day of the ninety. Null if no day was measured. */
    since: z.iso.date().nullable(),
    /** The share of good samples on the measured days, from 0 to 1. Null if no day was measured. */
    share: z.number().min(0).max(1).nullable(),
    /** The days of the last ninety that have a sample or an incident, oldest first. */
    days: z.array(HealthDay),
  })
  .meta({ id: 'ComponentHealth' });
export type ComponentHealth = z.infer<typeof ComponentHealth>;

/** The phase of an incident. The last two are the phases of a maintenance, before and during it. */
export const IncidentState = z.enum(['found', 'known', 'watched', 'over', 'planned', 'underway']);
export type IncidentState = z.infer<typeof IncidentState>;
/** The phases that staff can post for an incident. A maintenance follows its planned hours. */
export const toldStates = ['found', 'known', 'watched', 'over'] as const;

export const IncidentUpdate = z
  .object({
    state: z.enum(toldStates),
    /** Markdown. Empty if the incident was detected automatically, because the state then says everything. */
    text: text(5000),
    at: isoDate,
  })
  .meta({ id: 'IncidentUpdate' });
export type IncidentUpdate = z.infer<typeof IncidentUpdate>;

const IncidentText = z.object({
  title: line(200),
  isMaintenance: z.boolean(),
  /** How badly its components are affected. A maintenance does not use this. */
  impact: Impact,
  components: z.array(Component).min(1).max(Component.options.length),
  startsAt: isoDate,
  endsAt: isoDate.nullable(),
  /** The cause, and how we will prevent it, in Markdown. */
  postMortem: text(20_000),
});

export const Incident = z
  .object({
    ...IncidentText.shape,
    incidentId: RowId,
    /** The incident's id in feeds. */
    feedId: z.uuid(),
    /** Null if the incident was detected automatically. It then has no title, and `cause` explains it. */
    title: line(200).nullable(),
    /** `trouble`: a component did not answer. `gap`: our servers were down. Null if staff wrote the incident. */
    cause: z.enum(['trouble', 'gap']).nullable(),
    state: IncidentState,
    /** The updates, newest first. */
    updates: z.array(IncidentUpdate),
    ...versioned,
  })
  .meta({ id: 'Incident' });
export type Incident = z.infer<typeof Incident>;

export const StatusHistory = z
  .object({
    /** The worst state of all components, and the components that have it. */
    headline: z.object({ state: ComponentState, components: z.array(Component) }),
    components: z.array(ComponentHealth),
    /** The first and last of the ninety days. */
    from: z.iso.date(),
    until: z.iso.date(),
    /** The time of the last sample. Null if there was none. */
    sampledAt: isoDate.nullable(),
    /** Open and planned incidents, and those that began in the last ninety days, newest first. */
    incidents: z.array(Incident),
  })
  .meta({ id: 'StatusHistory' });
export type StatusHistory = z.infer<typeof StatusHistory>;

/** The part of an open incident that every page shows. */
export const OpenIncident = Incident.pick({ incidentId: true, title: true, cause: true, components: true }).meta({
  id: 'OpenIncident',
});
export type OpenIncident = z.infer<typeof OpenIncident>;

export const IncidentBody = IncidentText.omit({ postMortem: true })
  .extend({
    impact: Impact.default('degraded'),
    /** The text of the first update. */
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
