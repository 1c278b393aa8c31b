import type { Component, Impact, Incident, IncidentBody, IncidentPatch } from '@tally/contract/status/history';
import { asMoment } from '../../../lib/moment-field.ts';

/** An incident in the form: local times, and empty text where the API has null. */
export interface IncidentDraft {
  readonly title: string;
  readonly components: readonly Component[];
  readonly impact: Impact;
  readonly startsAt: string;
  readonly endsAt: string;
  /** The first update, which only a new incident has. */
  readonly text: string;
  readonly postMortem: string;
}

export const emptyDraft = (now: Date): IncidentDraft => ({
  title: '',
  components: [],
  impact: 'degraded',
  startsAt: asMoment(now),
  endsAt: '',
  text: '',
  postMortem: '',
});

export const draftOf = ({ title, components, impact, startsAt, endsAt, postMortem }: Incident): IncidentDraft => ({
  title: title ?? '',
  components,
  impact,
  startsAt: asMoment(startsAt),
  endsAt: endsAt ? asMoment(endsAt) : '',
  text: '',
  postMortem,
});

export const isIncidentDraft = (value: unknown): value is IncidentDraft =>
  typeof value === 'object' && value !== null && 'postMortem' in value && 'startsAt' in value && 'impact' in value;

const momentOf = (field: string): Date | null => (field === '' ? null : new Date(field));

export const bodyOf = (draft: IncidentDraft, isMaintenance: boolean): IncidentBody => ({
  title: draft.title.trim(),
  isMaintenance,
  components: [...draft.components],
  impact: draft.impact,
  startsAt: new Date(draft.startsAt),
  endsAt: momentOf(draft.endsAt),
  text: draft.text.trim(),
});

/** Returns only the changed fields. The inputs have no seconds, and a detected incident has no title. */
export function patchOf(before: IncidentDraft, after: IncidentDraft): IncidentPatch {
  const has = (field: keyof IncidentDraft) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  return {
    ...(has('title') ? { title: after.title.trim() } : {}),
    ...(has('components') ? { components: [...after.components] } : {}),
    ...(has('impact') ? { impact: after.impact } : {}),
    ...(has('startsAt') ? { startsAt: new Date(after.startsAt) } : {}),
    ...(has('endsAt') ? { endsAt: momentOf(after.endsAt) } : {}),
    ...(has('postMortem') ? { postMortem: after.postMortem.trim() } : {}),
  };
}

export type IncidentKind = 'incident' | 'maintenance';

export function isReady(
  draft: IncidentDraft,
  about: { isNew: boolean; hasTitle: boolean; kind: IncidentKind },
): boolean {
  const isMoment = (field: string) => !Number.isNaN(new Date(field).getTime());
  return (
    (draft.title.trim() !== '' || !about.hasTitle) &&
    draft.components.length > 0 &&
    isMoment(draft.startsAt) &&
    (draft.endsAt === '' ? about.kind === 'incident' : isMoment(draft.endsAt) && draft.endsAt >= draft.startsAt) &&
    (!about.isNew || draft.text.trim() !== '')
  );
}
