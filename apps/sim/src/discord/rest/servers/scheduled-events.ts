import { Intent } from '../../gateway/intents.ts';
import { ApiError, formError } from '../../rules/errors.ts';
import type { BitName } from '../../rules/permissions.ts';
import { checkBody } from '../../rules/schema.ts';
import type { Guild, ScheduledEvent } from '../../state/types.ts';
import { scheduledEventWire } from '../../state/wire.ts';
import { dispatchGuild } from '../../work/dispatch.ts';
import { storePicture } from '../../work/pictures.ts';
import { enterGuild, findPlace, type GuildPlace, has, need } from '../find.ts';
import { type BotCall, botRoute, bucket, nothing, ok, type Route } from '../route.ts';

interface EventBody {
  readonly name?: string;
  readonly description?: string | null;
  readonly channel_id?: string | null;
  readonly scheduled_start_time?: string;
  readonly scheduled_end_time?: string | null;
  readonly entity_type?: EntityType;
  readonly entity_metadata?: { location?: string | null } | null;
  readonly status?: number | null;
  readonly image?: string | null;
}
type EntityType = 1 | 2 | 3;

const EVENTS = '/guilds/:guild/scheduled-events';
const MOST_EVENTS = 100;
const limit = bucket('scheduled-event', 10, 10);
const reads = bucket('scheduled-event-get', 10, 10);
const EXTERNAL = 3;
const KINDS: Readonly<Record<EntityType, string>> = { 1: 'Stage', 2: 'Voice', 3: 'External' };
/** The type of channel that each kind of event needs. */
const PLACES: Readonly<Record<number, number>> = { 1: 13, 2: 2 };
const RIGHTS: Readonly<Record<number, readonly BitName[]>> = {
  1: ['VIEW_CHANNEL', 'MANAGE_CHANNELS', 'MUTE_MEMBERS', 'MOVE_MEMBERS'],
  2: ['VIEW_CHANNEL', 'CONNECT'],
};
/** A scheduled event becomes active or canceled, and an active one becomes completed. Ended events cannot change. */
const NEXT: Readonly<Record<number, readonly number[]>> = { 1: [1, 2, 4], 2: [2, 3] };

/** https://docs.discord.com/developers/resources/guild-scheduled-event */
export const scheduledEventRoutes: readonly Route[] = [
  botRoute(`GET ${EVENTS}`, { limit: reads, major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    return ok([...guild.events.values()].filter((event) => isSeen(call, event)).map((event) => shown(call, event)));
  }),
  botRoute<EventBody>(`POST ${EVENTS}`, { body: { loose: true }, limit, major: 'guild' }, createEvent),
  botRoute(`GET ${EVENTS}/:event`, { limit: reads, major: 'guild' }, (call) => ok(shown(call, findEvent(call).event))),
  botRoute<EventBody>(`PATCH ${EVENTS}/:event`, { body: { loose: true }, limit, major: 'guild' }, changeEvent),
  botRoute(`DELETE ${EVENTS}/:event`, { limit, major: 'guild' }, (call) => {
    const { guild, event } = mayChange(call);
    guild.events.delete(event.id);
    tell(call, guild, 'DELETE', event);
    return nothing;
  }),
  // Always empty, because people here do not subscribe to events.
  botRoute(`GET ${EVENTS}/:event/users`, { limit: reads, major: 'guild' }, (call) => {
    findEvent(call);
    return ok([]);
  }),
];

const shown = ({ core, query }: BotCall, event: ScheduledEvent) => ({
  ...scheduledEventWire(core.state, event),
  ...(query.get('with_user_count') === 'true' ? { user_count: 0 } : {}),
});

/** Only people who see the channel can see an event in it. */
const isSeen = ({ core, user }: BotCall, { channel_id: id }: ScheduledEvent): boolean =>
  id === null || !core.state.channels.has(id) || has(findPlace(core, user, id).permissions, 'VIEW_CHANNEL');

function findEvent(call: BotCall): GuildPlace & { event: ScheduledEvent } {
  const place = enterGuild(call);
  const event = place.guild.events.get(call.params.event ?? '');
  if (!event || !isSeen(call, event)) throw new ApiError(10070);
  return { ...place, event };
}

/** Either permission allows changes to the caller's own events. MANAGE_EVENTS allows changes to all. */
function mayChange(call: BotCall): GuildPlace & { event: ScheduledEvent } {
  const place = findEvent(call);
  const isOwn = place.event.creator_id === call.user.id;
  if (!isOwn || !has(place.permissions, 'CREATE_EVENTS')) need(place.permissions, 'MANAGE_EVENTS');
  const { channel_id: id, entity_type: type } = place.event;
  if (id !== null && call.core.state.channels.has(id))
    need(findPlace(call.core, call.user, id).permissions, ...(RIGHTS[type] ?? []));
  return place;
}

function tell(call: BotCall, guild: Guild, what: 'CREATE' | 'UPDATE' | 'DELETE', event: ScheduledEvent): void {
  const data = scheduledEventWire(call.core.state, event);
  dispatchGuild(call.core, guild, `GUILD_SCHEDULED_EVENT_${what}`, Intent.GUILD_SCHEDULED_EVENTS, data);
}

function mustBeKnown(type: EntityType | undefined): EntityType {
  if (type !== undefined && Object.hasOwn(KINDS, type)) return type;
  throw formError('entity_type', 'BASE_TYPE_CHOICES', 'Value must be one of {1, 2, 3}.');
}

function createEvent(call: BotCall<EventBody>) {
  const { core, user } = call;
  const { guild } = enterGuild(call, 'CREATE_EVENTS');
  const body = withUtcTimes(call.body);
  const type = mustBeKnown(body.entity_type);
  checkBody(`${KINDS[type]}ScheduledEventCreateRequest`, body);
  const open = [...guild.events.values()].filter(({ status }) => status <= 2);
  if (open.length >= MOST_EVENTS) throw new ApiError(30038);
  const event: ScheduledEvent = {
    id: core.state.ids.next(),
    guild_id: guild.id,
    creator_id: user.id,
    channel_id: body.channel_id ?? null,
    name: body.name ?? '',
    description: body.description ?? null,
    scheduled_start_time: body.scheduled_start_time ?? '',
    scheduled_end_time: body.scheduled_end_time ?? null,
    status: 1,
    entity_type: type,
    entity_metadata: type === EXTERNAL ? (body.entity_metadata ?? null) : null,
    image: null,
  };
  checkEvent(call, event);
  if (Date.parse(event.scheduled_start_time) <= core.state.clock.ms())
    throw formError(
      'scheduled_start_time',
      'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST',
      'Cannot schedule event in the past.',
    );
  guild.events.set(event.id, paint(call, event));
  tell(call, guild, 'CREATE', event);
  return ok(shown(call, event));
}

function changeEvent(call: BotCall<EventBody>) {
  const { guild, event } = mayChange(call);
  const body = withUtcTimes(call.body);
  const type = mustBeKnown(body.entity_type ?? event.entity_type);
  checkBody(`${KINDS[type]}ScheduledEventPatchRequestPartial`, body);
  const next = NEXT[event.status];
  if (!next) throw new ApiError(180_000);
  const changed: ScheduledEvent = {
    ...event,
    name: body.name ?? event.name,
    description: body.description === undefined ? event.description : body.description,
    channel_id: body.channel_id === undefined ? event.channel_id : body.channel_id,
    scheduled_start_time: body.scheduled_start_time ?? event.scheduled_start_time,
    scheduled_end_time: body.scheduled_end_time === undefined ? event.scheduled_end_time : body.scheduled_end_time,
    status: body.status ?? event.status,
    entity_type: type,
    entity_metadata: type === EXTERNAL ? (body.entity_metadata ?? event.entity_metadata) : null,
  };
  checkEvent(call, changed);
  if (!next.includes(changed.status))
    throw formError('status', 'BASE_TYPE_CHOICES', `Value must be one of {${next.join(', ')}}.`);
  Object.assign(event, paint(call, changed));
  tell(call, guild, 'UPDATE', event);
  return ok(shown(call, event));
}

/** Accepts ISO 8601 times with any offset, because the published schema accepts only UTC and refuses invalid times. */
function withUtcTimes(body: EventBody): EventBody {
  const read = (text: unknown) =>
    typeof text === 'string' && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text;
  const times = (['scheduled_start_time', 'scheduled_end_time'] as const).flatMap((field) =>
    body[field] === undefined ? [] : [[field, read(body[field])]],
  );
  return { ...body, ...Object.fromEntries(times) };
}

/** An event elsewhere needs a place and an end. An event here needs a channel of the right kind. */
function checkEvent(call: BotCall, event: ScheduledEvent): void {
  const required = (field: string) => formError(field, 'BASE_TYPE_REQUIRED', 'This field is required');
  if (event.name.trim() === '') throw required('name');
  if (event.entity_type === EXTERNAL) {
    if (event.channel_id !== null)
      throw formError('channel_id', 'BASE_TYPE_CHOICES', 'An event elsewhere has no channel.');
    if (!event.entity_metadata?.location) throw required('entity_metadata.location');
    if (event.scheduled_end_time === null) throw required('scheduled_end_time');
  } else {
    if (event.channel_id === null) throw required('channel_id');
    const { channel, permissions } = findPlace(call.core, call.user, event.channel_id);
    if (channel.guildId !== event.guild_id) throw new ApiError(10003);
    if (channel.type !== PLACES[event.entity_type]) throw new ApiError(50024);
    need(permissions, ...(RIGHTS[event.entity_type] ?? []));
  }
  const isBackwards =
    event.scheduled_end_time !== null && Date.parse(event.scheduled_end_time) <= Date.parse(event.scheduled_start_time);
  if (isBackwards)
    throw formError('scheduled_end_time', 'GUILD_SCHEDULED_EVENT_END_BEFORE_START', 'Cannot end before it starts.');
}

function paint({ core, body }: BotCall<EventBody>, event: ScheduledEvent): ScheduledEvent {
  if (body.image !== undefined)
    event.image = storePicture(core, { folder: `guild-events/${event.id}`, field: 'image', data: body.image });
  return event;
}
