import { ChannelId, MessageId, ServerId } from '@tally/contract';
import { noMentions } from '@tally/message/discord';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Delivery, findDelivery, intend, sawMessage } from '../index.ts';
import { prepare } from '../sending/prepare.ts';
import { rememberDepartures } from '../store/departures.ts';
import { claimDue, lineUp, type Settlement, settleAll } from '../store/line.ts';
import { sight } from '../store/sightings.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
afterAll(() => house.close());
beforeEach(() => house.database.reset());

const channelId = ChannelId.parse('200000000000000001');
const later = (ms: number) => new Date(house.clock.now().getTime() + ms);
const want = (dedupeKey: string) => {
  const now = house.clock.now();
  const fanOut = { owner: 'notifications', kind: 'live', detectedAt: now, giveUpAt: later(3_600_000) };
  const target = { dedupeKey, serverId: ServerId.parse('100000000000000001'), subject: 'a', channelId };
  const payload = { content: 'Ada is live', allowed_mentions: noMentions };
  return house.ctx.db.transaction((tx) => intend(house.ctx, tx, [{ ...fanOut, ...target, payload, lane: 'webhook' }]));
};
const claim = () =>
  claimDue(house.ctx.db, { now: house.clock.now(), leaseUntil: later(30_000), limit: 1, lanes: ['webhook'] });
const settle = (delivery: Delivery, settlement: Settlement) =>
  settleAll(house.ctx.db, [{ delivery, settlement }], house.clock.now());

describe('a lost message of a webhook, whose words another message of the channel has too', () => {
  const [one, other] = [MessageId.parse('500000000000000001'), MessageId.parse('500000000000000002')];
  const saw = (messageId: MessageId) => {
    return sawMessage(house.ctx, {
      messageId,
      channelId,
      nonce: null,
      webhookId: '4',
      content: 'Ada is live',
      embeds: [],
    });
  };
  const rowOf = ({ dedupeKey }: Delivery) => findDelivery(house.ctx.db, dedupeKey);
  const sightedOf = async (delivery: Delivery) => (await rowOf(delivery))?.sightedId;
  const depart = async () => {
    const [delivery] = (await claim()) as [Delivery];
    const payload = { content: 'Ada is live', allowed_mentions: noMentions };
    const departure = { delivery, payload, identity: null, publish: false, thread: null, lane: 'webhook' as const };
    await rememberDepartures(house.ctx.db, [{ ...departure, isNew: true }], house.clock.now());
    return delivery;
  };
  const arrived = (messageId: MessageId): Settlement => {
    const about = { state: 'posted', messageId, webhookId: '4', inDoubtSince: null, sentVersion: 1 } as const;
    return { ...about, sentAt: house.clock.now(), nextAttemptAt: null };
  };
  /** The reply to the first message is lost. The second message is in flight. */
  const departBoth = async () => {
    for (const dedupeKey of ['live a 1', 'live a 2']) await want(dedupeKey);
    const lost = await depart();
    await settle(lost, { nextAttemptAt: later(60_000) });
    return { lost, second: await depart() };
  };

  it('is not found in a message whose own reply has arrived', async () => {
    const { lost, second } = await departBoth();
    await settle(second, arrived(other));
    await saw(other);
    expect(await sightedOf(lost)).toBe(null);
    await saw(one);
    expect(await sightedOf(lost)).toBe(one);
  });

  it('is searched for if its message turns out to belong to the other', async () => {
    const { lost, second } = await departBoth();
    await sight(house.ctx.db, (await rowOf(lost)) as Delivery, other, house.clock.now());
    await settle(second, arrived(other));
    house.clock.move(60_000);
    await lineUp(house.ctx.db, house.clock.now());
    const claimed = await claim();
    expect((await prepare(house.ctx, claimed, 'webhook')).steps).toMatchObject([{ kind: 'lookUp' }]);
  });

  it('of each is found, as both can be seen', async () => {
    const { lost, second } = await departBoth();
    await settle(second, { nextAttemptAt: later(60_000) });
    await saw(one);
    await saw(other);
    const found = new Set([await sightedOf(lost), await sightedOf(second)]);
    expect(found).toEqual(new Set([one, other]));
  });
});
