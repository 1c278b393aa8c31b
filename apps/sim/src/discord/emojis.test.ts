import { type Client, DiscordAPIError, type Guild, RateLimitError } from 'discord.js';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sim } from '../start.ts';
import { act, ask, empower, logIn, openSim, server } from './test-world.ts';

let sim: Sim;
let client: Client<true>;
let guild: Guild;

const open = async (limits: boolean) => {
  sim = await openSim({ limits });
  empower(server(sim));
  client = await logIn(sim);
  guild = await client.guilds.fetch(server(sim).id);
};
beforeEach(async () => await open(false));

const frame = (shade: number) =>
  sharp({ create: { width: 8, height: 8, channels: 4, background: { r: shade, g: 0, b: 0, alpha: 1 } } })
    .png()
    .toBuffer();
const picture = async (format: 'gif' | 'webp' | 'png', frames: number): Promise<Buffer> => {
  const all = await Promise.all(Array.from({ length: frames }, (_, index) => frame(index * 20)));
  const drawn = frames > 1 ? sharp(all, { join: { animated: true } }) : sharp(all[0]);
  return await drawn.toFormat(format).toBuffer();
};
/** Padding after the end changes only the size. */
const padded = async (format: 'gif' | 'webp' | 'png', size: number) => {
  const start = await picture(format, 1);
  return Buffer.concat([start, Buffer.alloc(size - start.length)]);
};
const make = (name: string, attachment: Buffer, roles: readonly string[] = []) =>
  guild.emojis.create({ attachment, name, roles: [...roles] });
const codeOf = async (call: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof DiscordAPIError)) throw new Error(`Not refused: ${String(error)}`);
  return error.status === 400 ? error.code : error.status;
};
const roleNamed = async (name: string, tags?: { subscription_listing_id: string }) =>
  (await act(sim, 'add-role', { guild_id: guild.id, name, tags })).text('id');

/** These tests create emojis with an unmodified discord.js. */
describe('an emoji', () => {
  it('is animated by its frames, in any format', async () => {
    const kinds = [
      ['gif', 1],
      ['gif', 3],
      ['webp', 1],
      ['webp', 3],
      ['png', 1],
    ] as const;
    for (const [format, frames] of kinds) {
      const made = await make(`${format}_${frames}`, await picture(format, frames));
      expect([made.name, made.animated]).toEqual([`${format}_${frames}`, frames > 1]);
    }
    // An AVIF's brand shows that the picture is animated.
    const avis = Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from('ftypavis\0\0\0\0avismsf1miaf')]);
    expect((await make('sequence', avis)).animated).toBe(true);
  });

  it('may have 262,144 bytes; beyond, each kind is refused in another way that has been seen', async () => {
    expect((await make('fits', await padded('gif', 262_144))).animated).toBe(false);
    expect(await codeOf(make('big', await padded('png', 262_145)))).toBe(50138);
    expect(await codeOf(make('big', await padded('gif', 262_145)))).toBe(50045);
    // The response has no code, which discord.js shows as 0.
    const bare = await ask(sim, `POST /guilds/${guild.id}/emojis`, {
      name: 'big',
      image: `data:image/webp;base64,${(await padded('webp', 262_145)).toString('base64')}`,
    });
    expect([bare.status, bare.get('code')]).toEqual([400, undefined]);
    expect(await codeOf(make('huge', await padded('png', 2_097_153)))).toBe(50035);
    expect(await codeOf(make('broken', Buffer.from('GIF89a and nothing more')))).toBe(50046);
  });

  it('uses a slot of its kind; boosts add slots', async () => {
    const still = await picture('png', 1);
    const moving = await picture('gif', 2);
    server(sim).premium_tier = 0;
    for (let index = 0; index < 50; index++) await make(`still_${index}`, still);
    expect(await codeOf(make('more', still))).toBe(30008);
    for (let index = 0; index < 50; index++) await make(`moving_${index}`, moving);
    expect(await codeOf(make('more', moving))).toBe(30018);
    server(sim).premium_tier = 1;
    expect((await make('more', still)).name).toBe('more');
    await guild.emojis.cache.find(({ name }) => name === 'still_1')?.delete('no longer wanted');
    expect(server(sim).emojis.size).toBe(100);
    expect(sim.discord.state.requests.at(-1)?.reason).toBe('no longer wanted');
  });

  it('of a role that the server sells is premium: 25 of them, unmixed and for good', async () => {
    const still = await picture('png', 1);
    const [sold, plain] = [
      await roleNamed('Sold', { subscription_listing_id: '801000000000000077' }),
      await roleNamed('Plain'),
    ];
    expect(await codeOf(make('mixed', still, [sold, plain]))).toBe(50144);
    expect(await codeOf(make('nobody', still, ['801000000000000078']))).toBe(404);
    const free = await make('free', still, [plain]);
    expect(server(sim).emojis.get(free.id)?.roles).toEqual([plain]);
    expect(await codeOf(free.edit({ roles: [sold] }))).toBe(50145);
    for (let index = 0; index < 25; index++) await make(`premium_${index}`, still, [sold]);
    expect(await codeOf(make('one_more', still, [sold]))).toBe(30056);
  });

  it('is limited to about 50 an hour per server, which only the refusal shows', async () => {
    await open(true);
    server(sim).premium_tier = 3;
    client.rest.options.rejectOnRateLimit = () => true;
    const still = await picture('png', 1);
    const image = `data:image/png;base64,${still.toString('base64')}`;
    for (let index = 0; index < 50; index++) {
      // Discord also limits calls per second, and its headers then show other values.
      sim.clock.advance(1000);
      await ask(sim, `POST /guilds/${guild.id}/emojis`, { name: `e_${index}`, image });
    }
    expect(server(sim).emojis.size).toBe(50);
    sim.clock.advance(550_000);
    const refused: unknown = await make('one_more', still).catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(RateLimitError);
    expect(Math.round((refused as RateLimitError).retryAfter / 60_000)).toBe(50);
    expect(server(sim).emojis.size).toBe(50);
  });
});
