import {
  ChannelId,
  nameOrAddress,
  Platform,
  platformFlags,
  RoleId,
  readPastedLink,
  type ServerId,
} from '@tally/contract';
import {
  type Answer,
  type ComponentCall,
  customIdIfShort,
  defineCommand,
  privateCard,
  type SlashCall,
  serverOf,
  update,
} from '@tally/discord/interactions';
import { AppError, type Ctx, type PlatformDefinition, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { findServer, requirePlanFlags } from '../../servers/index.ts';
import { addStreamer } from '../service/add-streamer.ts';
import { platformOf, requireVideos } from '../service/address.ts';
import { bodyFor, type Places } from '../service/body-for.ts';
import { changeStreamer } from '../service/change-streamer.ts';
import { checkNews } from '../service/check-news.ts';
import { type Creator, type Found, refusalOf, searchCreator, shownWithName } from '../service/names/find-creator.ts';
import { addressOfRow, findStreamer } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { describeFollowed } from './followed.ts';

/** `/setup service` follows a creator, or gives a followed creator another channel. */
export async function follow(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const wanted = await read(ctx, call);
  return offerElsewhere(ctx, wanted) ?? (await carryOut(ctx, serverOf(call), wanted));
}

const MEANT = 'setup-elsewhere';

/** Handles the button for an unclear name, which chooses another platform or one of several channels. */
export const elsewhereButton = defineCommand({
  kind: 'component',
  id: MEANT,
  isPrivate: true,
  permissions: ['ManageGuild'],
  run: async (ctx: Ctx, call: ComponentCall): Promise<Answer> => {
    const [platform, name = '', channelId, videosId, pingId] = call.args;
    const answer = await carryOut(ctx, serverOf(call), {
      platform: Platform.parse(platform),
      name,
      channelId: ChannelId.parse(channelId),
      videosId: videosId ? ChannelId.parse(videosId) : undefined,
      pingId: pingId ? RoleId.parse(pingId) : undefined,
    });
    return answer.kind === 'message' ? update(answer.payload) : answer;
  },
});

/** Null if there is nothing to choose. A link that is too long for a button's id gets the same refusal. */
function offerElsewhere(ctx: Ctx, wanted: Wanted): Answer | null {
  const found = readPastedLink(wanted.name)?.platform;
  if (!found || found === wanted.platform) return null;
  const [here, other] = [platformOf(ctx, wanted.platform).definition, platformOf(ctx, found).definition];
  const name = other.channelNameIn(wanted.name);
  if (name === null) return null;
  const values = { platform: here.name, other: other.name };
  const label = say(ctx.locale, 'commands.followElsewhere', values);
  const button = buttonFor({ ...wanted, platform: found }, name, label);
  return button && privateCard({ description: say(ctx.locale, 'commands.linkElsewhere', values) }, [button]);
}

/** Null if the choice does not fit into a button's id. */
function buttonFor(wanted: Wanted, name: string, label: string) {
  const { platform, channelId, videosId, pingId } = wanted;
  const id = customIdIfShort(MEANT, platform, name, channelId, videosId ?? '', pingId ?? '');
  return id === null ? null : ({ type: 2, style: 1, custom_id: id, label: label.slice(0, 80) } as const);
}

/** Follows the creator with this name, or changes the channel if the server already follows them. */
export async function carryOut(ctx: Ctx, serverId: ServerId, wanted: Wanted): Promise<Answer> {
  const { platform, name } = wanted;
  await requirePlanFlags(ctx, serverId, [platformFlags[platform]]);
  const { definition } = platformOf(ctx, platform);
  if (wanted.videosId) requireVideos(ctx, platform);
  const typed = definition.channelNameIn(name);
  const known = typed ? await findStreamer(ctx.db, { serverId, platform, name: typed }) : null;
  if (known) return await change(ctx, wanted, known);
  // Checks the settings first, so a wrong choice costs no request to the platform.
  await checkNews(ctx, { serverId, platform }, bodyFor(wanted.platform, wanted));
  const found = await searchCreator(ctx, { platform, name, isAsked: true });
  if (found.kind !== 'found') return askBack(ctx, definition, wanted, found);
  return await followFound(ctx, serverId, wanted, found.creator);
}

async function followFound(ctx: Ctx, serverId: ServerId, wanted: Wanted, creator: Creator): Promise<Answer> {
  const address = { serverId, platform: wanted.platform, name: nameOrAddress(creator.channel) };
  const known = await findStreamer(ctx.db, address);
  if (known) return await change(ctx, wanted, known);
  const row = await addStreamer(ctx, address, bodyFor(wanted.platform, wanted), creator);
  return await describeFollowed(ctx, row, { isNew: true });
}

async function change(ctx: Ctx, wanted: Wanted, known: StreamerRow): Promise<Answer> {
  const row = await changeStreamer(ctx, addressOfRow(known), { body: bodyFor(wanted.platform, wanted) });
  return await describeFollowed(ctx, row, { isNew: false });
}

/** Asks which channel is meant if the name matches none or two. The possible channels become buttons. */
function askBack(
  ctx: Ctx,
  definition: PlatformDefinition,
  wanted: Wanted,
  found: Exclude<Found, { kind: 'found' }>,
): Answer {
  const refusal = refusalOf(found, { definition, typed: short(wanted.name) });
  const buttons =
    found.kind === 'several'
      ? found.channels.map((each) =>
          buttonFor(wanted, nameOrAddress(each), `${each.displayName} · ${plainAddress(each.url)}`),
        )
      : found.names.map((each) => buttonFor(wanted, each.name, shownWithName(each)));
  const offered = buttons.filter((button) => button !== null);
  if (offered.length === 0) throw refusal;
  const values = { name: escapeMarkdown(short(wanted.name)), platform: definition.name };
  const why = found.kind === 'several' ? 'commands.whichOfSeveral' : 'commands.whichIsNear';
  return privateCard({ description: say(ctx.locale, why, values) }, offered);
}

const plainAddress = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '');

interface Wanted extends Places {
  readonly platform: Platform;
  readonly name: string;
}

/** Without a channel, the server's defaults apply. The router has validated the ids. `<…>` hides a link's preview. */
async function read(ctx: Ctx, call: SlashCall): Promise<Wanted> {
  const { options } = call;
  const chosen = ChannelId.optional().parse(options['channel']);
  const usual = chosen ? null : await findServer(ctx.db, serverOf(call));
  const channelId = chosen ?? usual?.newStreamerChannelId;
  if (!channelId) throw new AppError('noChannelChosen', { name: String(options['name']) });
  return {
    platform: Platform.parse(options['platform']),
    name: String(options['name'])
      .trim()
      .replace(/^<(.*)>$/, '$1'),
    channelId,
    videosId: ChannelId.optional().parse(options['videos']),
    pingId: RoleId.optional().parse(options['ping']) ?? usual?.newStreamerPingRoleId ?? undefined,
  };
}

const short = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);
