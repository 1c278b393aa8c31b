import type { Ctx } from '@tally/kernel';
import { asSessionFor, findChannel, listKnownAs, listOpenSessions, listStreams } from '@tally/pipeline/detection';
import { planOf } from '../../../servers/index.ts';
import { graceOf, listStreamersById } from '../../../streamers/index.ts';
import { announceTo, isAlone } from '../announce/announce-live.ts';
import { joinThese } from './take-in.ts';

/**
 * Handles streamers that joined or left a creator while live. If the two features received the event on different sides
 * of that change, both may have skipped it. Announced streams are not announced again.
 */
export async function settleMembers(ctx: Ctx, streamerIds: readonly string[]): Promise<void> {
  for (const streamer of await listStreamersById(ctx.db, streamerIds)) {
    const channel = await findChannel(ctx.db, streamer.platform, streamer.channelId);
    const [running] = await listOpenSessions(ctx.db, streamer.platform, [streamer.channelId]);
    if (!running || !channel) continue;
    const grace = graceOf(streamer, (await planOf(ctx, streamer.serverId)).graceCeiling);
    const knownAs = await listKnownAs(ctx.db, [running]);
    const [stream] = await listStreams(ctx.db, [knownAs(running, grace).id]);
    if (!stream) continue;
    const event = { session: asSessionFor(stream.strand, grace), channel };
    if (isAlone(streamer)) await announceTo(ctx, event, [streamer]);
    else await joinThese(ctx, event, [streamer]);
  }
}
